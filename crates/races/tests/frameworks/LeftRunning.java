import org.junit.jupiter.api.*;

class LeftRunning {
    static int shared;
    private int field;

    @Test
    void starts() {
        field = 1;
        new Thread(() -> {
            shared++; // race
            field++; // race
        }).start();
        field++; // race
    }

    @Test
    void uses() {
        field = 2;
        shared++; // race
    }
}
