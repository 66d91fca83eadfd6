//@ about: A branch that leads to one place only: its check is made on both ways (what is announced is right, what is written is not).
class EmptyBranch {
    int x;

    int branch(int n, int h) {
        if (n > 3) {
            x = 1;
            if (h == 13) {
            }
            //~ check(write this.x)
        }
        return h;
    }

    int choose(int n, int h) {
        if (n > 3) {
            x = 1;
            switch (h) {
                case 13:
                default:
            }
            //~ check(write this.x)
        }
        return h;
    }
}
