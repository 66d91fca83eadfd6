//@ about: Elements that were written one by one, long ago, are read as a whole, over and over; then another thread writes one of them.
//@ engines: run
public class JoinedByReader {
    static int sum(int[] a) {
        int sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i];                   //~ race(a) read
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        int[] a = new int[160];
        for (int i = 0; i < a.length; i += 2) {
            a[i * 37 % a.length] = i;
            synchronized (a) {
                a[i] += 1;
            }
        }
        for (int i = 0; i < a.length; i++) {
            a[i] = i;
        }
        Thread reader = new Thread(() -> {
            int all = 0;
            for (int round = 0; round < 10; round++) {
                all += sum(a);
                synchronized (JoinedByReader.class) {
                    all++;
                }
            }
            System.out.println(all > 0);
            Unseen.at(1);
        });
        Thread writer = new Thread(() -> {
            Unseen.at(2);
            a[90] = 1;                     //~ race(a) write
        });
        reader.start();
        writer.start();
        reader.join();
        writer.join();
    }
}
