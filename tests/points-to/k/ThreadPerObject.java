//@ about: From k = 2 on, what two threads make for themselves in run is told apart.

public class ThreadPerObject {
    public static void main(String[] args) throws InterruptedException {
        Worker one = new Worker();
        Worker two = new Worker();
        one.start();
        two.start();
        one.join();
        two.join();
        Expect.pointsTo(one.result, "result");
        Expect.k(0, 1).mayAlias(one.result, two.result);
        Expect.fromK(2).distinct(one.result, two.result);
    }
}

class Worker extends Thread {
    Object result;

    @Override
    public void run() {
        Expect.objects(this, 2);
        result = new Object();      //@site result
    }
}
