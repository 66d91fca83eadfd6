//@ about: Main joins one of two threads and then reads what the other one wrote.
//@ engines: scan run predict
public class JoinOfTheOther {
    static int result;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            result = 1;      //~ race(result) write
            Unseen.at(1);
        });
        Thread idle = new Thread(() -> Unseen.at(2));
        writer.start();
        idle.start();
        idle.join();
        int seen = result;      //~ race(result) read
        writer.join();
    }
}
