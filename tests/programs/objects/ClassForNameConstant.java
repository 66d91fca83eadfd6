//@ about: The task of a thread is made from its constant class name.
//@ engines: scan run predict

public class ClassForNameConstant {
    static int total;

    public static void main(String[] args) throws ReflectiveOperationException {
        Runnable task = (Runnable) Class.forName("NamedTask").getDeclaredConstructor().newInstance();
        new Thread(task).start();
        Unseen.at(2);
        int seen = total;    //~ race(total) read
    }
}

final class NamedTask implements Runnable {
    @Override
    public void run() {
        ClassForNameConstant.total = 1;    //~ race(total) write
        Unseen.at(1);
    }
}
