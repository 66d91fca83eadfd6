import org.python.util.PythonInterpreter;
import org.python.core.*;
import java.util.concurrent.atomic.*;

/** Jython: N threads run the same code object, sharing a module-level dict/list (Jython has no GIL). args: threads iters */
public class JythonLoad {
    public static void main(String[] a) throws Exception {
        int n = W.arg(a, 0, 4), iters = W.arg(a, 1, 60);
        java.util.Properties p = new java.util.Properties(); p.setProperty("python.import.site", "false"); p.setProperty("python.cachedir.skip", "true");
        PythonInterpreter.initialize(System.getProperties(), p, new String[0]);
        PyDictionary shared = new PyDictionary();
        AtomicLong sum = new AtomicLong();
        W.threads(n, id -> {
            PythonInterpreter in = new PythonInterpreter();
            in.set("shared", shared); in.set("tid", id);
            in.exec("class A(object):\n  def __init__(s,x): s.x=x\n  def f(s,y): return s.x*y%7919\n\ndef run(n):\n  t=0\n  for i in range(n):\n    a=A(i); t+=a.f(tid+1)\n    shared[(i%97,'k')]=t\n    if i%10==0: t+=len('%d-%s' % (i,a.x))\n  return t\n");
            for (int i = 0; i < iters; i++) { in.exec("r=run(4000)"); sum.addAndGet(in.get("r").asLong()); }
        });
        W.done("jython", sum.get());
        System.exit(0);
    }
}
