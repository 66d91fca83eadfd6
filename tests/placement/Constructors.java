//@ about: A constructor's writes are checked together at its end; final fields are not checked.
class Constructors {
    int x;
    int y;
    final int fixed;
    int[] data = {1, 2};

    Constructors(int x, int y) {
        this.x = x;
        this.y = y;
        this.fixed = x + y;
        //~ check(write new[0..2], write this.data/x/y)
    }

    Constructors(Constructors other) {
        this(1, 2);
        x = other.x;
        //~ check(read other.x, write this.x)
    }

    static Constructors make() {
        Constructors made = new Constructors(1, 2);
        made.x = 3;
        //~ check(write made.x)
        return made;
    }
}
