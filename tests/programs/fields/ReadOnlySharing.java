//@ about: Threads share an object that is only written before they start.
//@ engines: scan run predict lockset
public class ReadOnlySharing {
    int width;
    int height;

    int area() {
        return width * height;
    }

    public static void main(String[] args) {
        ReadOnlySharing shared = new ReadOnlySharing();
        shared.width = 3;
        shared.height = 4;
        for (int i = 0; i < 3; i++) {
            new Thread(shared::area).start();
        }
    }
}
