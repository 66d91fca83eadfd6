//@ about: A switch over a string calls no method of the application and loses no branch.

public class StringSwitch {
    public static void main(String[] args) {
        String key = args.length > 0 ? args[0] : "b";
        Object result;
        Expect.calls();
        switch (key) {
            case "a":
                result = new Object();      //@site a
                break;
            case "b":
                result = new Object();      //@site b
                break;
            default:
                result = null;
        }
        Expect.pointsTo(result, "a", "b");
    }
}
