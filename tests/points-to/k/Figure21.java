//@ about: The running example of the thesis: two boxes, each with its own inner object.
//@ paper: Chord figure 2.1

public class Figure21 extends Thread {
    private B f1;
    private B f2;

    public Figure21(B v4, B v5) {
        Expect.pointsTo(v4, "h1");
        Expect.pointsTo(v5, "h2");
        this.f1 = v4;
        this.f2 = v5;
    }

    @Override
    public void run() {
        Expect.pointsTo(this, "h3");
        B v6 = this.f1;
        B v7 = this.f2;
        Expect.pointsTo(v6, "h1");
        Expect.pointsTo(v7, "h2");
        synchronized (v7) {
            Expect.calls("B.get");
            v7.get();
        }
        Expect.calls("B.set");
        v6.set(1);
    }

    public static void main(String[] args) {
        B v1 = new B();         //@site h1
        B v2 = new B();         //@site h2
        for (int i = 0; i < 2; i++) {
            Figure21 v3 = new Figure21(v1, v2);     //@site h3
            Expect.calls("Figure21.run");
            v3.start();
        }
        for (int i = 0; i < 2 && v1.get() == 0; i++) {
            synchronized (v2) {
                v2.set(i);
            }
        }
        Expect.k(0, 1).mayAlias(v1.f3, v2.f3);
        Expect.fromK(2).distinct(v1.f3, v2.f3);
    }
}

class B {
    A f3;

    B() {
        A v8 = new A();         //@site h4
        Expect.k(0, 1).objects(v8, 1);
        Expect.fromK(2).objects(v8, 2);
        this.f3 = v8;
    }

    int get() {
        A v9 = this.f3;
        Expect.pointsTo(this, "h1", "h2");
        Expect.pointsTo(v9, "h4");
        Expect.calls("A.get");
        return v9.get();
    }

    void set(int i) {
        A v10 = this.f3;
        Expect.calls("A.set");
        v10.set(i);
    }
}

class A {
    private int f4;

    A() {
        this.f4 = 0;
    }

    int get() {
        Expect.k(0, 1).objects(this, 1);
        Expect.fromK(2).objects(this, 2);
        return this.f4;
    }

    void set(int i) {
        this.f4 = i;
    }
}
