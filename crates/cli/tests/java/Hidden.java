/** Who calls whom is not to be seen in the code. */
public class Hidden {
    static int shared;

    public static class Task implements Runnable {
        @Override
        public void run() {
            shared++;
        }
    }

    public static void called(String text) {
        shared++;
    }

    public static void main(String[] args) throws Exception {
        String name = new StringBuilder("ksaT$neddiH").reverse().toString();
        Thread thread = new Thread((Runnable) Class.forName(name).getDeclaredConstructor().newInstance());
        thread.start();
        Hidden.class.getMethod(new StringBuilder("dellac").reverse().toString(), String.class).invoke(null, "x");
        thread.join();
    }
}
