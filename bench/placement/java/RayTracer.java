/**
 * A picture of 64 spheres with one light, shadows and mirrors. Each thread has every so many-th row, and adds its rows'
 * colours to a sum under a lock. Arguments: the length of a side, threads.
 */
public final class RayTracer {
    private static final int DEPTH = 6;
    private static final double NEAR = 1e-6;

    /** A place or a direction; changed in place where that is all it is for. */
    private static final class Vector {
        double x;
        double y;
        double z;

        Vector(double x, double y, double z) {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        Vector() {}

        double dot(Vector other) {
            return x * other.x + y * other.y + z * other.z;
        }

        /** Becomes another one plus a multiple of a third. */
        Vector set(Vector from, double factor, Vector along) {
            x = from.x + factor * along.x;
            y = from.y + factor * along.y;
            z = from.z + factor * along.z;
            return this;
        }

        Vector normalise() {
            double length = Math.sqrt(dot(this));
            x /= length;
            y /= length;
            z /= length;
            return this;
        }
    }

    private static final class Ray {
        final Vector from = new Vector();
        final Vector along = new Vector();
    }

    private static final class Surface {
        final double diffuse;
        final double mirror;
        final double shine;
        final Vector colour;

        Surface(double diffuse, double mirror, double shine, Vector colour) {
            this.diffuse = diffuse;
            this.mirror = mirror;
            this.shine = shine;
            this.colour = colour;
        }
    }

    private static final class Sphere {
        final Vector centre;
        final double squaredRadius;
        final Surface surface;

        Sphere(Vector centre, double radius, Surface surface) {
            this.centre = centre;
            this.squaredRadius = radius * radius;
            this.surface = surface;
        }

        /** How far along a ray it is; infinity if the ray does not meet it. */
        double distance(Ray ray) {
            double dx = centre.x - ray.from.x;
            double dy = centre.y - ray.from.y;
            double dz = centre.z - ray.from.z;
            double along = dx * ray.along.x + dy * ray.along.y + dz * ray.along.z;
            double square = squaredRadius - (dx * dx + dy * dy + dz * dz) + along * along;
            if (square < 0) {
                return Double.POSITIVE_INFINITY;
            }
            double root = Math.sqrt(square);
            if (along - root > NEAR) {
                return along - root;
            }
            return along + root > NEAR ? along + root : Double.POSITIVE_INFINITY;
        }
    }

    /** What a ray met. */
    private static final class Hit {
        Sphere sphere;
        double distance;
    }

    /** What all threads read, and where each writes its rows. */
    private final Sphere[] spheres = new Sphere[64];
    private final Vector light = new Vector(100, 100, -50);
    private final int[][] rows;
    private final int size;
    /** Under the monitor of this object. */
    private long checksum;

    private RayTracer(int size) {
        this.size = size;
        rows = new int[size][size];
        for (int i = 0; i < spheres.length; i++) {
            Vector centre = new Vector(-6 + i % 4 * 4, -6 + i / 4 % 4 * 4, -6 + i / 16 * 4);
            Vector colour = new Vector(i % 4 / 4.0 + 0.25, i / 4 % 4 / 4.0 + 0.25, i / 16 / 4.0 + 0.25);
            spheres[i] = new Sphere(centre, 1.5, new Surface(0.7, 0.3, 15, colour));
        }
    }

    private boolean meets(Ray ray, Hit hit) {
        hit.sphere = null;
        hit.distance = Double.POSITIVE_INFINITY;
        for (int i = 0; i < spheres.length; i++) {
            double distance = spheres[i].distance(ray);
            if (distance < hit.distance) {
                hit.distance = distance;
                hit.sphere = spheres[i];
            }
        }
        return hit.sphere != null;
    }

    /** The colour that a ray sees; its weight falls from mirror to mirror. */
    private Vector trace(Ray ray, Hit hit, double weight, int depth) {
        if (!meets(ray, hit)) {
            double sky = 0.2 + 0.1 * Math.abs(ray.along.y);
            return new Vector(0, 0, sky);
        }
        Sphere sphere = hit.sphere;
        Vector place = new Vector().set(ray.from, hit.distance, ray.along);
        Vector normal = new Vector().set(place, -1, sphere.centre).normalise();
        return shade(ray, sphere.surface, place, normal, hit, weight, depth);
    }

    private Vector shade(
            Ray ray, Surface surface, Vector place, Vector normal, Hit hit, double weight, int depth) {
        Vector mirrored = new Vector().set(ray.along, -2 * ray.along.dot(normal), normal);
        Ray toLight = new Ray();
        toLight.from.set(place, NEAR, normal);
        toLight.along.set(light, -1, place).normalise();
        Vector colour = new Vector(0.1 * surface.colour.x, 0.1 * surface.colour.y, 0.1 * surface.colour.z);
        double facing = normal.dot(toLight.along);
        if (facing > 0 && !meets(toLight, hit)) {
            colour.set(colour, surface.diffuse * facing, surface.colour);
            double glance = mirrored.dot(toLight.along);
            if (glance > 0) {
                double shine = Math.pow(glance, surface.shine);
                colour.set(colour, shine, new Vector(1, 1, 1));
            }
        }
        if (depth < DEPTH && weight * surface.mirror > 1e-3) {
            Ray onward = new Ray();
            onward.from.set(place, NEAR, normal);
            onward.along.set(mirrored, 0, mirrored).normalise();
            colour.set(colour, surface.mirror, trace(onward, hit, weight * surface.mirror, depth + 1));
        }
        return colour;
    }

    private void render(int number, int threads) {
        Hit hit = new Hit();
        Ray ray = new Ray();
        long sum = 0;
        for (int i = number; i < size; i += threads) {
            int[] row = rows[i];
            for (int j = 0; j < size; j++) {
                ray.from.set(new Vector(0, 0, -30), 0, ray.from);
                ray.along.set(new Vector((j + 0.5) / size - 0.5, (i + 0.5) / size - 0.5, 1), 0, ray.along);
                ray.along.normalise();
                Vector colour = trace(ray, hit, 1, 0);
                row[j] = level(colour.x) << 16 | level(colour.y) << 8 | level(colour.z);
                sum += row[j];
            }
        }
        synchronized (this) {
            checksum += sum;
        }
    }

    private static int level(double brightness) {
        return (int) (255 * Math.min(1, Math.max(0, brightness)));
    }

    public static void main(String[] arguments) throws Exception {
        int size = Team.argument(arguments, 0, 1000);
        int threads = Team.argument(arguments, 1, 4);
        RayTracer tracer = new RayTracer(size);
        Team.run(threads, number -> tracer.render(number, threads));
        long sum = 0;
        for (int[] row : tracer.rows) {
            for (int pixel : row) {
                sum += pixel;
            }
        }
        Team.check(sum == tracer.checksum && sum > 0, "the rows are not what was added up");
        Team.done("raytracer", Long.toString(sum));
    }
}
