//@ about: Threads of builders and factories run their tasks.
//@ jdk: 21

import java.util.concurrent.ThreadFactory;

public class ThreadBuilder {
    public static void main(String[] args) {
        Runnable one = () -> { };               //@site one
        Runnable two = () -> { };               //@site two
        Runnable three = () -> { };             //@site three
        Thread.Builder builder = Thread.ofPlatform().name("worker");
        Expect.calls("lambda:one");
        builder.start(one);
        Thread unstarted = builder.unstarted(two);
        Expect.calls("lambda:two");
        unstarted.start();
        ThreadFactory factory = builder.factory();
        Thread made = factory.newThread(three);
        Expect.calls("lambda:three");
        made.start();
    }
}
