//@ about: An object is published by a race with what it holds, and with what that holds: all of it may be seen before it was made.
//@ engines: scan run

public class PublishedWithParts {
    static class Outline {
        int points;

        Outline(int points) {
            this.points = points;    //~ race(points) write
        }
    }

    static class Description {
        Outline outline;
        int[] flags = new int[2];    //~ race(flags) write

        Description() {
            outline = new Outline(3);    //~ race(outline) write
            flags[1] = 7;    //~ race(elements) write
        }
    }

    static class Glyph {
        Description description;

        Glyph() {
            description = new Description();    //~ race(description) write
        }
    }

    static Glyph cached;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            cached = new Glyph();    //~ race(cached) write
            Unseen.at(1);
        });
        Thread second = new Thread(() -> {
            Unseen.at(2);
            Glyph glyph = cached;    //~ race(cached) read
            if (glyph != null) {
                Description description = glyph.description;    //~ race(description) read
                Outline outline = description.outline;    //~ race(outline) read
                System.out.println(outline.points);    //~ race(points) read
                int[] flags = description.flags;    //~ race(flags) read
                System.out.println(flags[1]);    //~ race(elements) read
            }
        });
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
