//@ about: Two threads go through the halves of an array, eight elements in each round; one of them goes too far by a round.
//@ engines: run
public class UnrolledInHalves {
    static void scramble(byte[] a, int from, int to) {
        for (int i = from; i < to; i += 4) {
            a[i] ^= 1;          //~ race(a) write
            a[i + 1] += 2;      //~ race(a1) write
            a[i + 2] -= 3;      //~ race(a2) write
            a[i + 3] *= 4;      //~ race(a3) write
        }
    }

    public static void main(String[] args) throws InterruptedException {
        byte[] apart = new byte[800];
        byte[] meeting = new byte[800];
        Thread first = new Thread(() -> {
            clear(apart, 0, 400);
            scramble(meeting, 0, 404);
            Unseen.at(1);
        });
        Thread second = new Thread(() -> {
            Unseen.at(2);
            clear(apart, 400, 800);
            scramble(meeting, 400, 800);
        });
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(apart[399] + meeting[400]);
    }

    static void clear(byte[] a, int from, int to) {
        for (int i = from; i < to; i += 4) {
            a[i] = 0;
            a[i + 1] = 0;
            a[i + 2] = 0;
            a[i + 3] = 0;
        }
    }
}
