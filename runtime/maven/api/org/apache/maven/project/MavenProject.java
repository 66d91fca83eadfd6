package org.apache.maven.project;

import java.io.File;
import java.util.Properties;

/** What is used of Maven's class of this name, to compile against. */
public abstract class MavenProject {
    public abstract File getBasedir();

    public abstract Properties getProperties();
}
