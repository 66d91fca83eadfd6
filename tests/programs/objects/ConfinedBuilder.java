//@ about: Each thread uses a builder of its own to make its immutable result.
//@ engines: scan run predict

public class ConfinedBuilder {
    record Address(String street, int number) { }

    static final class Builder {
        private String street;
        private int number;

        Builder street(String value) {
            street = value;
            return this;
        }

        Builder number(int value) {
            number = value;
            return this;
        }

        Address build() {
            return new Address(street, number);
        }
    }

    static Address make(int number) {
        return new Builder().street("Main Street").number(number).build();
    }

    public static void main(String[] args) {
        new Thread(() -> make(1)).start();
        make(2);
    }
}
