package fleet;

public class Odometer {
    private int kilometres;

    public void drive(int distance) {
        kilometres += distance;
    }

    public int kilometres() {
        return kilometres;
    }
}
