//@ about: A constructor copies the caller's array, so the caller may go on writing to its own.
//@ engines: scan run predict

public class DefensiveCopy {
    private final int[] hours;

    DefensiveCopy(int[] hours) {
        this.hours = hours.clone();
    }

    int first() {
        return hours[0];
    }

    public static void main(String[] args) {
        int[] hours = {9, 12};
        DefensiveCopy schedule = new DefensiveCopy(hours);
        new Thread(schedule::first).start();
        hours[0] = 10;
    }
}
