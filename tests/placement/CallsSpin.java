/** Own methods that may not end: nothing waits for them. */
class CallsSpin {
    int x;
    static int flag;

    private void spin() {
        //~ check(read CallsSpin.flag)
        while (flag == 0) {
        }
    }

    void waits() {
        x = 1;
        //~ check(write this.x)
        spin();
    }

    private int count(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i;
        }
        return sum;
    }

    void goesOn() {
        x = 1;
        count(3);
        x = 2;
        //~ check(write this.x)
    }
}
