//@ about: A class loader of the program counts under its lock; classes are loaded by two threads, also those that only fields are of.
//@ engines: run predict

import java.io.IOException;
import java.io.InputStream;

public class LoaderWithLock {
    static class Counting extends ClassLoader {
        private final Object lock = new Object();
        private int count;

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (lock) {
                count++;
            }
            if (!name.contains("Loaded")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = LoaderWithLock.class.getResourceAsStream(name + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException failure) {
                throw new ClassNotFoundException(name, failure);
            }
        }

        int count() {
            synchronized (lock) {
                return count;
            }
        }
    }

    // Nobody makes an object of the types of their fields: who looks at the fields may be the first to load them.
    public static class LoadedOne implements Runnable {
        static LoadedTypeOne unused;
        static int calls;

        @Override
        public void run() {
            calls++;
        }
    }

    static class LoadedTypeOne {
    }

    public static class LoadedOther implements Runnable {
        static LoadedTypeOther unused;
        static int calls;

        @Override
        public void run() {
            calls++;
        }
    }

    static class LoadedTypeOther {
    }

    private static Thread start(Counting loader, String name) {
        Thread thread = new Thread(() -> {
            try {
                ((Runnable) loader.loadClass(name).getDeclaredConstructor().newInstance()).run();
            } catch (ReflectiveOperationException failure) {
                throw new AssertionError(failure);
            }
        });
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws InterruptedException {
        Counting loader = new Counting();
        Thread one = start(loader, "LoaderWithLock$LoadedOne");
        Thread other = start(loader, "LoaderWithLock$LoadedOther");
        one.join();
        other.join();
        System.out.println(loader.count() > 0);
    }
}
