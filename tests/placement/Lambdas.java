//@ about: The body of a lambda is a method of its own; to make it is a call of which nothing is known.
class Lambdas {
    int x;
    int y;

    Runnable make() {
        x = 1;
        //~ check(write this.x)
        Runnable made = () -> {
            y++;
            x++;
            //~ check(write this.y/x)
        };
        x = 2;
        //~ check(write this.x)
        return made;
    }
}
