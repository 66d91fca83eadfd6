//@ about: A constructor keeps the caller's array, and the caller goes on writing to it.
//@ engines: scan run predict

public class NoDefensiveCopy {
    private final int[] hours;

    NoDefensiveCopy(int[] hours) {
        this.hours = hours;
    }

    int first() {
        return hours[0];    //~ race(hours) read
    }

    public static void main(String[] args) {
        int[] hours = {9, 12};
        NoDefensiveCopy schedule = new NoDefensiveCopy(hours);
        new Thread(() -> {
            Unseen.at(2);
            schedule.first();
        }).start();
        hours[0] = 10;    //~ race(hours) write
        Unseen.at(1);
    }
}
