import java.util.concurrent.CyclicBarrier;

/**
 * Particles of argon in a box that repeats itself, with the potential of Lennard and Jones. Each thread adds up the
 * forces of its pairs in arrays of its own; behind a barrier they are added, and each thread moves its particles.
 * Arguments: cells of four particles along a side, threads.
 */
public final class MolDyn {
    private static final int MOVES = 50;
    private static final double DENSITY = 0.83134;
    private static final double TEMPERATURE = 0.722;
    private static final double STEP = 0.002;

    /** A particle; its thread writes it, all read it behind the next barrier. */
    private static final class Particle {
        double x;
        double y;
        double z;
        double speedX;
        double speedY;
        double speedZ;
        double forceX;
        double forceY;
        double forceZ;

        /** Half a step of speed, and a step along it. */
        void move(double side) {
            x = inside(x + STEP * speedX + STEP * STEP / 2 * forceX, side);
            y = inside(y + STEP * speedY + STEP * STEP / 2 * forceY, side);
            z = inside(z + STEP * speedZ + STEP * STEP / 2 * forceZ, side);
            accelerate();
        }

        void accelerate() {
            speedX += STEP / 2 * forceX;
            speedY += STEP / 2 * forceY;
            speedZ += STEP / 2 * forceZ;
        }

        double kineticEnergy() {
            return (speedX * speedX + speedY * speedY + speedZ * speedZ) / 2;
        }

        private static double inside(double place, double side) {
            if (place < 0) {
                return place + side;
            }
            return place >= side ? place - side : place;
        }
    }

    private final Particle[] particles;
    private final double side;
    private final double cutoff;
    private final int threads;
    private final CyclicBarrier barrier;
    /** By direction, thread and particle. */
    private final double[][][] forces;
    /** By thread; and those of the first and the last move. */
    private final double[] potentials;
    private final double[] energies = new double[2];

    private MolDyn(int cells, int threads) {
        this.threads = threads;
        int count = 4 * cells * cells * cells;
        side = Math.cbrt(count / DENSITY);
        cutoff = Math.min(2.5, side / 2);
        particles = lattice(cells, side / cells);
        heat();
        barrier = new CyclicBarrier(threads);
        forces = new double[3][threads][count];
        potentials = new double[threads];
    }

    /** Particles on the corners and the middles of the faces of cells. */
    private static Particle[] lattice(int cells, double width) {
        double[][] places = {{0, 0, 0}, {0, 0.5, 0.5}, {0.5, 0, 0.5}, {0.5, 0.5, 0}};
        Particle[] particles = new Particle[4 * cells * cells * cells];
        int count = 0;
        for (int i = 0; i < cells; i++) {
            for (int j = 0; j < cells; j++) {
                for (int k = 0; k < cells; k++) {
                    for (double[] place : places) {
                        Particle particle = new Particle();
                        particle.x = (i + place[0]) * width;
                        particle.y = (j + place[1]) * width;
                        particle.z = (k + place[2]) * width;
                        particles[count++] = particle;
                    }
                }
            }
        }
        return particles;
    }

    /** Gives the particles speeds; the box as a whole stands still. */
    private void heat() {
        java.util.Random random = new java.util.Random(42);
        double[] mean = new double[3];
        for (Particle particle : particles) {
            particle.speedX = random.nextGaussian() * Math.sqrt(TEMPERATURE);
            particle.speedY = random.nextGaussian() * Math.sqrt(TEMPERATURE);
            particle.speedZ = random.nextGaussian() * Math.sqrt(TEMPERATURE);
            mean[0] += particle.speedX / particles.length;
            mean[1] += particle.speedY / particles.length;
            mean[2] += particle.speedZ / particles.length;
        }
        for (Particle particle : particles) {
            particle.speedX -= mean[0];
            particle.speedY -= mean[1];
            particle.speedZ -= mean[2];
        }
    }

    /** The forces between a particle and all behind it. */
    private double force(int one, double[] toX, double[] toY, double[] toZ) {
        Particle particle = particles[one];
        double half = side / 2;
        double potential = 0;
        for (int other = one + 1; other < particles.length; other++) {
            double dx = particle.x - particles[other].x;
            double dy = particle.y - particles[other].y;
            double dz = particle.z - particles[other].z;
            dx = dx < -half ? dx + side : dx > half ? dx - side : dx;
            dy = dy < -half ? dy + side : dy > half ? dy - side : dy;
            dz = dz < -half ? dz + side : dz > half ? dz - side : dz;
            double square = dx * dx + dy * dy + dz * dz;
            if (square <= cutoff * cutoff) {
                double inverse = 1 / square;
                double sixth = inverse * inverse * inverse;
                potential += 4 * sixth * (sixth - 1);
                double strength = 48 * inverse * sixth * (sixth - 0.5);
                toX[one] += dx * strength;
                toX[other] -= dx * strength;
                toY[one] += dy * strength;
                toY[other] -= dy * strength;
                toZ[one] += dz * strength;
                toZ[other] -= dz * strength;
            }
        }
        return potential;
    }

    private void addForces(int number) throws Exception {
        double potential = 0;
        for (int direction = 0; direction < 3; direction++) {
            java.util.Arrays.fill(forces[direction][number], 0);
        }
        for (int i = number; i < particles.length; i += threads) {
            potential += force(i, forces[0][number], forces[1][number], forces[2][number]);
        }
        potentials[number] = potential;
        barrier.await();
        int end = Team.begin(number + 1, threads, particles.length);
        for (int i = Team.begin(number, threads, particles.length); i < end; i++) {
            Particle particle = particles[i];
            particle.forceX = sum(forces[0], i);
            particle.forceY = sum(forces[1], i);
            particle.forceZ = sum(forces[2], i);
        }
    }

    private double sum(double[][] parts, int index) {
        double sum = 0;
        for (int thread = 0; thread < threads; thread++) {
            sum += parts[thread][index];
        }
        return sum;
    }

    private void run(int number) throws Exception {
        int begin = Team.begin(number, threads, particles.length);
        int end = Team.begin(number + 1, threads, particles.length);
        addForces(number);
        for (int move = 0; move < MOVES; move++) {
            for (int i = begin; i < end; i++) {
                particles[i].move(side);
            }
            barrier.await();
            addForces(number);
            for (int i = begin; i < end; i++) {
                particles[i].accelerate();
            }
            barrier.await();
            if (number == 0 && (move == 0 || move == MOVES - 1)) {
                energies[move == 0 ? 0 : 1] = energy();
            }
            barrier.await();
        }
    }

    private double energy() {
        double energy = 0;
        for (double potential : potentials) {
            energy += potential;
        }
        for (Particle particle : particles) {
            energy += particle.kineticEnergy();
        }
        return energy;
    }

    public static void main(String[] arguments) throws Exception {
        int cells = Team.argument(arguments, 0, 8);
        int threads = Team.argument(arguments, 1, 4);
        MolDyn box = new MolDyn(cells, threads);
        Team.run(threads, box::run);
        double change = Math.abs(box.energies[1] / box.energies[0] - 1);
        Team.check(change < 0.01, "energy changes by " + change);
        Team.done("moldyn", String.format("%.6f", box.energies[1]));
    }
}
