//@ about: Two threads use one builder.
//@ engines: scan run predict

public class SharedBuilder {
    static final class Builder {
        private int number;

        Builder number(int value) {
            number = value;    //~ race(number) write
            return this;
        }
    }

    public static void main(String[] args) {
        Builder builder = new Builder();
        new Thread(() -> {
            builder.number(1);
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        builder.number(2);
    }
}
