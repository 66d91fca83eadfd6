//@ about: A static field of another class may make that class begin: nothing waits for it.
class OtherStatics {
    int x;
    int y;

    static class Other {
        static int shared = Math.abs(1);
        //~ check(write Other.shared)
    }

    void set() {
        x = 1;
        //~ check(write this.x)
        Other.shared = 2;
        y = 3;
        //~ check(write this.y)
    }

    int make() {
        x = 1;
        //~ check(write this.x)
        Object made = new Other();
        return made.hashCode();
    }
}
