/** Monitors: nested, reentered, left by every way out. */
public class Synchronized {
    private int n; private static final Object LOCK = new Object();
    synchronized int enter(int k) { n++; return k == 0 ? n : enter(k - 1) + exit(); }
    synchronized int exit() { try { if (n > 3) throw new IllegalStateException(); return n; } catch (IllegalStateException e) { return -n; } finally { n--; } }
    static synchronized long stat(long v) { synchronized (LOCK) { synchronized (LOCK) { return v > 5 ? v : stat(v * 2) + 1; } } }
    int ways(int k) {
        loop: for (int i = 0; ; i++) { synchronized (this) { synchronized (LOCK) { switch ((i + k) % 6) { case 0: continue; case 1: if (i > 3) break loop; break; case 2: if (i > 5) return i * 10; break; case 3: try { throw new RuntimeException(); } catch (RuntimeException e) { n += 1; continue loop; } finally { n += 2; if (n > 40) break loop; } default: if (n > 30) throw new IllegalArgumentException("n" + n); } } n++; } }
        return n;
    }
    public static void main(String[] args) {
        Synchronized s = new Synchronized(); System.out.println(s.enter(5) + " " + s.n + " " + stat(1));
        for (int k = 0; k < 10; k++) { try { System.out.println(s.ways(k)); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); s.n = 0; } System.out.println(s.n + " " + k); }
        Object nul = null; try { synchronized (nul) { System.out.println("no"); } } catch (NullPointerException e) { System.out.println("null lock"); }
        int v = 0; synchronized (LOCK) { v = 1; synchronized (s) { v += 2; } v *= 3; } System.out.println(v); String t; synchronized (t = "s" + v) { t += "x"; } System.out.println(t);
    }
}
