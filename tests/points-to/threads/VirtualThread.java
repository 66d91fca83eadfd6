//@ about: Virtual threads run their tasks.
//@ jdk: 21

public class VirtualThread {
    public static void main(String[] args) throws InterruptedException {
        Runnable one = () -> { };               //@site one
        Runnable two = () -> { };               //@site two
        Runnable three = () -> { };             //@site three
        Expect.calls("lambda:one");
        Thread started = Thread.startVirtualThread(one);
        Thread.Builder builder = Thread.ofVirtual();
        Expect.calls("lambda:two");
        builder.start(two);
        Thread later = Thread.ofVirtual().unstarted(three);
        Expect.calls("lambda:three");
        later.start();
        started.join();
    }
}
