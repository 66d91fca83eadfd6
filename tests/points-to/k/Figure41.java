//@ about: The thesis's example for its third heap abstraction: k = 2 and k = 3 both matter.
//@ paper: Chord figure 4.1

public class Figure41 extends Thread {
    private static C[] g;
    private C f1;

    public Figure41() {
        this.f1 = C.newInstance();
    }

    @Override
    public void run() {
        C v1 = this.f1;
        int[] v2 = v1.f2;
        v2[0] = 1;
        C[] v3 = Figure41.g;
        C v4 = v3[1];
        int[] v5 = v4.f2;
        synchronized (v4) {
            v5[0] = 1;
        }
        Expect.pointsTo(this, "ht");
        Expect.pointsTo(v3, "hg");
        Expect.pointsTo(v1, "hc");
        Expect.pointsTo(v5, "hi");
        Expect.k(0, 1).mayAlias(v1, v4);
        Expect.fromK(2).distinct(v1, v4);
        Expect.k(0, 1, 2).mayAlias(v2, v5);
        Expect.fromK(3).distinct(v2, v5);
    }

    public static void main(String[] args) {
        Figure41.g = new C[2];              //@site hg
        for (int i = 0; i < 2; i++) {
            Figure41.g[i] = C.newInstance();
        }
        for (int i = 0; i < 2; i++) {
            Figure41 t = new Figure41();    //@site ht
            t.start();
        }
    }
}

class C {
    int[] f2;

    private C() {
        this.f2 = new int[1];               //@site hi
    }

    static C newInstance() {
        return new C();                     //@site hc
    }
}
