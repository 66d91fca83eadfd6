//@ about: A thread copies an object that others only read, and writes to its copy: what was done to one is not done to the other.
//@ engines: scan run predict

public class CopyIsItsOwn {
    static class Page implements Cloneable {
        int keys;
        long values;

        @Override
        public Page clone() {
            try {
                return (Page) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static class Leaf extends Page {
        int children;
    }

    public static void main(String[] args) {
        Leaf leaf = new Leaf();
        leaf.children = 1;
        new Thread(() -> {
            int seen = leaf.keys + (int) leaf.values + leaf.children;
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        Leaf copy = (Leaf) leaf.clone();
        copy.keys++;
        copy.values++;
        copy.children++;
    }
}
