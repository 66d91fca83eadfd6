//@ about: An array whose elements were accessed one by one is written as a whole; then another thread reads one element, and a third one has waited for the writer.
//@ engines: run
public class JoinedThenOne {
    static void scatter(int[] a) {
        for (int i = 0; i < a.length; i += 2) {
            a[i * 37 % a.length] = i;
            synchronized (a) {
                a[i] += 1;
            }
        }
    }

    static void fill(int[] a, int value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;                  //~ race(a) write
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] a = new int[160];
        scatter(a);
        Thread writer = new Thread(() -> {
            for (int round = 0; round < 5; round++) {
                fill(a, round);
                synchronized (JoinedThenOne.class) {
                    a[round] = -1;
                }
                fill(a, round + 1);
            }
            Unseen.at(1);
        });
        Thread reader = new Thread(() -> {
            Unseen.at(2);
            System.out.println(a[100]);    //~ race(a) read
        });
        Thread patient = new Thread(() -> {
            try {
                writer.join();
            } catch (InterruptedException e) {
                return;
            }
            a[3] = a[70] + a[140];
        });
        writer.start();
        reader.start();
        patient.start();
        reader.join();
        patient.join();
    }
}
