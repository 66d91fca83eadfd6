//@ about: A plain field of an enum constant is shared by everyone who names the constant.
//@ engines: scan run predict

public class EnumState {
    enum Statistics {
        INSTANCE;

        int hits;
    }

    public static void main(String[] args) {
        Statistics statistics = Statistics.INSTANCE;
        new Thread(() -> {
            Statistics.INSTANCE.hits++;    //~ race(hits) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        statistics.hits++;    //~ race(hits) write
    }
}
