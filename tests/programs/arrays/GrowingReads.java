//@ about: Many threads read an array as a whole and by halves; who writes a quarter of it then races with each of them.
//@ engines: run
public class GrowingReads {
    static int sum(int[] a, int from, int to) {
        int sum = 0;
        for (int i = from; i < to; i++) {
            sum += a[i];                   //~ race(a) read
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        int[] a = new int[80];
        Thread[] readers = new Thread[5];
        for (int r = 0; r < 5; r++) {
            int half = r % 3;
            readers[r] = new Thread(() -> System.out.println(sum(a, half == 2 ? 40 : 0, half == 1 ? 40 : 80)));
            readers[r].start();
        }
        readers[1].join();
        readers[4].join();
        for (int i = 60; i < 80; i++) {
            a[i] = i;                      //~ race(a) write
        }
        for (Thread reader : readers) {
            reader.join();
        }
        a[79] = 0;
    }
}
