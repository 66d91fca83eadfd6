//@ about: A thread goes on with what it made and gave to a task that it started.
//@ engines: scan run predict
public class OwnHandedToTask {
    static class Cell {
        int value;
    }

    public static void main(String[] args) {
        new Thread(() -> {
            Cell cell = new Cell();
            new Thread(() -> {
                Unseen.at(1);
                cell.value = 1;                        //~ race(value) write
            }).start();
            Unseen.at(2);
            cell.value = 2;                            //~ race(value) write
        }).start();
    }
}
