//@ about: The toString method of a record asks its builder.
//@ engines: scan run predict

public class RecordOfBuilder {
    record Order(StringBuilder parts) {}    //~ race(parts) read

    public static void main(String[] args) {
        StringBuilder parts = new StringBuilder();
        Order order = new Order(parts);
        new Thread(() -> {
            String text = order.toString();
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        parts.append("wheel");    //~ race(parts) write
    }
}
