//@ about: Static initialisers of holder classes and of an enum make plain tables that all threads read.
//@ engines: run predict

public class HolderClasses {
    static final class Holder {
        static final int[] TABLE = new int[4];
        static int size;

        static {
            for (int i = 0; i < TABLE.length; i++) {
                TABLE[i] = i;
            }
            size = TABLE.length;
        }
    }

    enum Registry {
        ONLY;

        private int[] names = {1, 2, 3};
        private int count = names.length;

        int last() {
            return names[count - 1];
        }
    }

    interface Defaults {
        int[] LEVELS = levels();

        static int[] levels() {
            int[] levels = new int[2];
            levels[1] = 1;
            return levels;
        }
    }

    public static void main(String[] args) {
        Runnable task = () -> {
            int sum = Holder.TABLE[1] + Holder.size + Registry.ONLY.last() + Defaults.LEVELS[1];
        };
        for (int i = 0; i < 3; i++) {
            new Thread(task).start();
        }
    }
}
