/**
 * Chord's figure 2.1, with its labels e1 to e10 at the accesses and h1 to h4 at the allocations. A thread is named
 * by where it is started, so that has the label of its object.
 */
public class T extends Thread {
    public static void main(String[] args) {
        B v1 = new B(); // h1
        B v2 = new B(); // h2
        for (int i = 0; i < args.length; i++) {
            T v3 = new T(v1, v2); // h3
            v3.start(); // h3
        }
        while (v1.get() == 0) {
            synchronized (v2) {
                v2.set(args.length);
            }
        }
    }

    private B f1;
    private B f2;

    public T(B v4, B v5) {
        this.f1 = v4; // e1
        this.f2 = v5; // e2
    }

    @Override
    public void run() {
        B v6 = this.f1; // e3
        B v7 = this.f2; // e4
        synchronized (v7) {
            v7.get();
        }
        v6.set(1);
    }
}

class B {
    private A f3;

    public B() {
        A v8 = new A(); // h4
        this.f3 = v8; // e5
    }

    public int get() {
        A v9 = this.f3; // e6
        return v9.get();
    }

    public void set(int i) {
        A v10 = this.f3; // e7
        v10.set(i);
    }
}

class A {
    private int f4;

    public A() {
        this.f4 = 0; // e8
    }

    public int get() {
        return this.f4; // e9
    }

    public void set(int i) {
        this.f4 = i; // e10
    }
}
