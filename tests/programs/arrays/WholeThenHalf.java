//@ about: An array is read as a whole by one thread, while another one writes the second half of it.
//@ engines: run
public class WholeThenHalf {
    public static void main(String[] args) throws InterruptedException {
        int[] a = new int[64];
        for (int i = 0; i < a.length; i++) {
            a[i] = i;
        }
        Thread reader = new Thread(() -> {
            int sum = 0;
            for (int i = 0; i < a.length; i++) {
                sum += a[i];               //~ race(a) read
            }
            System.out.println(sum);
            Unseen.at(1);
            Unseen.at(4);
            for (int i = 0; i < 32; i++) {
                sum += a[i];
            }
        });
        Thread writer = new Thread(() -> {
            Unseen.at(2);
            for (int i = 32; i < a.length; i++) {
                a[i] = -i;                 //~ race(a) write
            }
            Unseen.at(3);
        });
        reader.start();
        writer.start();
        reader.join();
        writer.join();
        for (int i = 0; i < a.length; i++) {
            a[i] = 0;
        }
    }
}
