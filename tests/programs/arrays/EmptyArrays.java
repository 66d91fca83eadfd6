//@ about: Two threads use arrays without elements, and indices that there are not.
//@ engines: run
public class EmptyArrays {
    static int failures(int[] a, int from, int step) {
        int failures = 0;
        for (int i = from; i > -5 && i < 5; i += step) {
            try {
                a[i]++;
            } catch (ArrayIndexOutOfBoundsException expected) {
                failures++;
            }
        }
        return failures;
    }

    public static void main(String[] args) {
        int[] none = new int[0];
        int[] one = new int[1];
        Runnable both = () -> {
            for (int i = 0; i < none.length; i++) {
                none[i] = i;
            }
            int failures = failures(none, -2, 1) + failures(none, 4, -1) + failures(one, 1, 1) + failures(one, -1, -1);
            try {
                ((int[]) null)[0] = failures;
            } catch (NullPointerException expected) {
                failures++;
            }
            System.out.println(failures);
        };
        new Thread(both).start();
        new Thread(both).start();
    }
}
