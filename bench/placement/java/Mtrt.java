/**
 * Two threads cast rays into one scene, each for its half of the picture; how many rays hit is counted under a lock by the
 * threads and read by their parent when both have ended. How many threads run is counted without a lock, as in SPEC's
 * program of that name. Arguments: side of the picture, spheres.
 */
public final class Mtrt {
    private static final Object SYNC = new Object();
    /** Counted without a lock, and used by nobody. */
    private static int threadCount;
    /** Under {@link #SYNC}, and after all threads have ended. */
    private static long hits;
    private static long rays;

    /** Written by the thread that makes the scene, then only read. */
    private static final class Sphere {
        double x;
        double y;
        double z;
        double radius;
        Sphere next;
    }

    /** One for each ray. */
    private static final class Ray {
        double x;
        double y;
        double dx;
        double dy;
        double near = Double.MAX_VALUE;
    }

    public static void main(String[] arguments) throws InterruptedException {
        int side = Team.argument(arguments, 0, 700);
        Sphere scene = scene(Team.argument(arguments, 1, 40));
        int[] picture = new int[side * side];
        Team.run(2, number -> render(scene, picture, side, Team.begin(number, 2, side), Team.begin(number + 1, 2, side)));
        long sum = 0;
        for (int pixel : picture) {
            sum = 31 * sum + pixel;
        }
        Team.check(rays == (long) side * side, "all rays are counted");
        Team.done("mtrt", hits + " " + sum);
    }

    private static Sphere scene(int spheres) {
        Sphere first = null;
        for (int i = 0; i < spheres; i++) {
            Sphere sphere = new Sphere();
            sphere.x = (i * 37 % 100) / 100.0;
            sphere.y = (i * 61 % 100) / 100.0;
            sphere.z = 1 + i % 7;
            sphere.radius = 0.02 + (i % 5) * 0.01;
            sphere.next = first;
            first = sphere;
        }
        return first;
    }

    private static void render(Sphere scene, int[] picture, int side, int from, int to) {
        threadCount++;
        for (int row = from; row < to; row++) {
            long found = 0;
            for (int column = 0; column < side; column++) {
                Ray ray = new Ray();
                ray.x = (double) column / side;
                ray.y = (double) row / side;
                ray.dx = ray.x - 0.5;
                ray.dy = ray.y - 0.5;
                Sphere hit = cast(scene, ray);
                picture[row * side + column] = hit == null ? 0 : (int) (255 / hit.z);
                found += hit == null ? 0 : 1;
            }
            synchronized (SYNC) {
                hits += found;
                rays += side;
            }
        }
        threadCount--;
    }

    private static Sphere cast(Sphere scene, Ray ray) {
        Sphere found = null;
        for (Sphere sphere = scene; sphere != null; sphere = sphere.next) {
            double dx = ray.x + ray.dx * 0.1 * sphere.z - sphere.x;
            double dy = ray.y + ray.dy * 0.1 * sphere.z - sphere.y;
            if (dx * dx + dy * dy < sphere.radius * sphere.radius && sphere.z < ray.near) {
                ray.near = sphere.z;
                found = sphere;
            }
        }
        return found;
    }
}
