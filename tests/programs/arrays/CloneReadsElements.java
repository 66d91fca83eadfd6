//@ about: An array is cloned while another thread writes to it.
//@ engines: scan run predict

public class CloneReadsElements {
    public static void main(String[] args) {
        int[] cells = {1, 2};
        new Thread(() -> {
            cells[0] = 3;    //~ race(cells) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int[] copy = cells.clone();    //~ race(cells) read
    }
}
