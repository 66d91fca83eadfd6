//@ about: An object with final fields is published by a race: only the reference races.
//@ engines: scan run predict

public class ImmutableByRace {
    static final class Quote {
        final int bid;
        final int ask;

        Quote(int bid, int ask) {
            this.bid = bid;
            this.ask = ask;
        }
    }

    private static Quote latest;

    public static void main(String[] args) {
        new Thread(() -> {
            latest = new Quote(10, 11);    //~ race(latest) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        Quote quote = latest;    //~ race(latest) read
        if (quote != null) {
            int spread = quote.ask - quote.bid;
        }
    }
}
