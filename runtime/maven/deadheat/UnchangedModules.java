package deadheat;

import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.maven.AbstractMavenLifecycleParticipant;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.project.MavenProject;

/**
 * Runs inside of Maven, for {@code deadheat check}: modules that the property {@code deadheat.unchanged} names by their directories
 * are built, because others need them, but their tests do not run. From outside, Maven can skip the tests of all modules or of none.
 */
public final class UnchangedModules extends AbstractMavenLifecycleParticipant {
    @Override
    public void afterProjectsRead(MavenSession session) {
        List<String> unchanged =
                Arrays.asList(System.getProperty("deadheat.unchanged", "").split(File.pathSeparator));
        for (MavenProject project : session.getProjects()) {
            if (unchanged.contains(canonical(project.getBasedir()))) {
                project.getProperties().setProperty("skipTests", "true");
            }
        }
    }

    private static String canonical(File directory) {
        try {
            return directory.getCanonicalPath();
        } catch (IOException failed) {
            // Then its tests run.
            return directory.getPath();
        }
    }
}
