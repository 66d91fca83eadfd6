//@ about: Every thread works on an object that it alone refers to, through the same methods.
//@ engines: scan run predict lockset
public class InstancePerThread implements Runnable {
    private int count;

    @Override
    public void run() {
        for (int i = 0; i < 3; i++) {
            count++;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(new InstancePerThread()).start();
        }
    }
}
