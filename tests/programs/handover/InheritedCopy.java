//@ about: A child thread gets a copy of what its parent has in an inheritable thread-local.
//@ engines: run predict

public class InheritedCopy {
    static final class Box {
        int value;
    }

    private static final InheritableThreadLocal<Box> OWN = new InheritableThreadLocal<>() {
        @Override
        protected Box childValue(Box parent) {
            Box copy = new Box();
            copy.value = parent.value;
            return copy;
        }
    };

    public static void main(String[] args) {
        OWN.set(new Box());
        for (int i = 0; i < 3; i++) {
            OWN.get().value++;
            new Thread(() -> {
                OWN.get().value++;
                new Thread(() -> OWN.get().value++).start();
                OWN.get().value++;
            }).start();
            OWN.get().value++;
        }
    }
}
