//@ about: Enum constants carry a mutable field; two threads use the same constant.
//@ engines: scan run predict
public class EnumWithState {
    enum Level {
        LOW, HIGH;

        private int uses;

        void use() {
            uses++;      //~ race(uses) write
        }
    }

    public static void main(String[] args) {
        Level level = Level.HIGH;
        new Thread(() -> {
            level.use();
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            level.use();
        }).start();
    }
}
