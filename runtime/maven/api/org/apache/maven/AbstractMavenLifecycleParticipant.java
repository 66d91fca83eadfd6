package org.apache.maven;

import org.apache.maven.execution.MavenSession;

/** What is used of Maven's class of this name, to compile against. */
public abstract class AbstractMavenLifecycleParticipant {
    public void afterProjectsRead(MavenSession session) {
    }
}
