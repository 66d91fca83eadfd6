//@ about: Two threads write different fields of the same object.
//@ engines: scan run predict
public class DisjointFields {
    int left;
    int right;

    public static void main(String[] args) {
        DisjointFields shared = new DisjointFields();
        new Thread(() -> shared.left = 1).start();
        new Thread(() -> shared.right = 2).start();
    }
}
