import java.lang.reflect.InvocationTargetException;

/** Runs the programs whose names are given, one after the other. */
public class Runner {
    public static void main(String[] names) throws Exception {
        for (String name : names) {
            System.out.println("=== " + name);
            Class<?> program = Class.forName(name, false, Runner.class.getClassLoader());
            try {
                program.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            } catch (InvocationTargetException exception) {
                System.out.println("EXC " + exception.getCause().getClass().getName());
            } catch (Error error) {
                System.out.println("EXC " + error.getClass().getName());
            }
        }
        System.out.flush();
    }
}
