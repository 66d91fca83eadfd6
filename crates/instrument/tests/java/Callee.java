/** Methods that others call. */
class Callee {
    int field;
    volatile int flag;
    static int counter;

    final int get() {
        return field;
    }

    int open() {
        return field;
    }

    final void publish() {
        flag = 1;
    }

    final int seen() {
        return flag;
    }

    final synchronized int locked() {
        return field;
    }

    static int twice(int number) {
        return number + number;
    }

    final int twiceLocked() {
        return twice(locked());
    }

    final void spin() {
        while (field == 0) {
        }
    }
}
