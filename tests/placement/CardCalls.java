//@ about: Without motion calls that release make what was checked forgotten.
//@ placement: redcard
class CardCalls {
    int x;

    private void quiet() {
    }

    int known() {
        //~ check(read this.x)
        int sum = x;
        quiet();
        return sum + x;
    }

    int unknown(Runnable task) {
        //~ check(read this.x)
        int sum = x;
        task.run();
        //~ check(read this.x)
        return sum + x;
    }
}
