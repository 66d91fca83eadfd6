//@ about: A boxed number is an object of its class and nothing else.

public class Boxing {
    public static void main(String[] args) {
        Integer number = args.length;
        Object any = number;
        Expect.pointsTo(any, "class:java.lang.Integer");
        Object flag = args.length > 0;
        Expect.pointsTo(flag, "class:java.lang.Boolean");
        Object character = (char) args.length;
        Expect.pointsTo(character, "class:java.lang.Character");
        Object mixed = args.length > 0 ? any : flag;
        Expect.pointsTo(mixed, "class:java.lang.Integer", "class:java.lang.Boolean");
    }
}
