//@ about: Nothing waits for a call of which nothing is known, and nothing is remembered behind it.
class UnknownCalls {
    int x;

    int run(Runnable task) {
        x = 1;
        //~ check(write this.x)
        task.run();
        x = 2;
        //~ check(write this.x)
        task.run();
        //~ check(read this.x)
        return x;
    }
}
