package org.apache.maven.execution;

import java.util.List;
import org.apache.maven.project.MavenProject;

/** What is used of Maven's class of this name, to compile against. */
public abstract class MavenSession {
    public abstract List<MavenProject> getProjects();
}
