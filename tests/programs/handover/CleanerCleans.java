//@ about: What a cleaner does with plain data comes after all uses of the object that is gone.
//@ engines: run predict

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class CleanerCleans {
    private static final Cleaner CLEANER = Cleaner.create();

    static final class State implements Runnable {
        private final CountDownLatch cleaned = new CountDownLatch(1);
        private int uses;

        @Override
        public void run() {
            uses = -uses;
            cleaned.countDown();
        }
    }

    static final class Resource {
        private final State state;

        Resource(State state) {
            this.state = state;
            CLEANER.register(this, state);
        }

        void use() {
            state.uses++;
        }
    }

    private static State useOnce() {
        State state = new State();
        Resource resource = new Resource(state);
        resource.use();
        Reference.reachabilityFence(resource);
        return state;
    }

    public static void main(String[] args) throws InterruptedException {
        State state = useOnce();
        do {
            System.gc();
        } while (!state.cleaned.await(5, TimeUnit.MILLISECONDS));
        int seen = state.uses;
    }
}
