import groovy.lang.*;
import java.util.concurrent.atomic.*;

/** Groovy: N threads run one compiled script, with closures and dynamic calls, and compile scripts of their own. args: threads iters */
public class GroovyLoad {
    static final String SHARED = "class A { int x; int f(int y) { (x * y) % 7919 } }\n"
        + "def t = 0L\n(1..count).each { i -> def a = new A(x: i); t += a.f(seed); if (i % 10 == 0) t += \"${i}-${a.x}\".length() }\n"
        + "[3, 1, 2].sort().collect { it * t }.sum()";
    public static void main(String[] a) throws Exception {
        int n = W.arg(a, 0, 4), iters = W.arg(a, 1, 20);
        Class<?> shared = new GroovyClassLoader().parseClass(SHARED, "Shared.groovy");
        AtomicLong sum = new AtomicLong();
        W.threads(n, id -> {
            for (int i = 0; i < iters; i++) {
                Binding binding = new Binding();
                binding.setVariable("count", 2000);
                binding.setVariable("seed", id + 1);
                Script script = (Script) shared.getDeclaredConstructor().newInstance();
                script.setBinding(binding);
                sum.addAndGet(((Number) script.run()).longValue());
                if (i % 5 == 0) sum.addAndGet(((Number) new GroovyShell().evaluate("(1..100).inject(0) { s, v -> s + v * " + i + " }")).longValue());
            }
        });
        W.done("groovy", sum.get());
        System.exit(0);
    }
}
