//@ about: One thread updates the even elements of an array, another the odd ones.
//@ engines: scan run predict
public class EvenAndOdd {
    static void bump(int[] a, int first) {
        for (int i = first; i < a.length; i += 2) {
            a[i]++;      //~ FP[scan] race(a) write: scan does not tell the elements of an array apart
        }
    }

    public static void main(String[] args) {
        int[] a = new int[20];
        new Thread(() -> bump(a, 0)).start();
        new Thread(() -> bump(a, 1)).start();
    }
}
