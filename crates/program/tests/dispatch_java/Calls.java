import java.util.Comparator;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** One call per method; what runs says so through Where. */
@SuppressWarnings("unused")
final class Calls {
    interface Shape {
        void draw();

        default void name() {
            Where.here();
        }

        default void viaPrivate() {
            secret();
        }

        private void secret() {
            Where.here();
        }

        static void make() {
            Where.here();
        }
    }

    interface Round extends Shape {
        @Override
        default void name() {
            Where.here();
        }
    }

    interface Red {
        default void paint() {
            Where.here();
        }
    }

    interface Blue {
        default void paint() {
            Where.here();
        }
    }

    static class Base {
        void plain() {
            Where.here();
        }

        private void hidden() {
            Where.here();
        }

        void viaHidden() {
            hidden();
        }

        static void stat() {
            Where.here();
        }

        protected void guarded() {
            Where.here();
        }

        Object copy() {
            Where.here();
            return this;
        }

        public void draw() {
            Where.here();
        }
    }

    static class Middle extends Base implements Round {
        @Override
        void plain() {
            Where.here();
        }

        void hidden() {
            Where.here();
        }

        @Override
        Middle copy() {
            Where.here();
            return this;
        }

        void viaSuper() {
            super.plain();
        }

        void viaSuperGuarded() {
            super.guarded();
        }

        void viaInterfaceSuper() {
            Round.super.name();
        }
    }

    static final class Leaf extends Middle implements Red, Blue {
        @Override
        public void paint() {
            Where.here();
        }

        void viaRed() {
            Red.super.paint();
        }

        void viaSuperPlain() {
            super.plain();
        }

        static void stat() {
            Where.here();
        }

        @Override
        public void name() {
            Where.here();
        }
    }

    abstract static class Box<T> implements Consumer<T>, Comparable<Box<T>> {
        void put(T value) {
            Where.here();
        }

        @Override
        public int compareTo(Box<T> other) {
            Where.here();
            return 0;
        }
    }

    static final class TextBox extends Box<String> {
        @Override
        void put(String value) {
            Where.here();
        }

        @Override
        public void accept(String value) {
            Where.here();
        }
    }

    enum Level {
        LOW {
            @Override
            void show() {
                Where.here();
            }
        },
        HIGH;

        void show() {
            Where.here();
        }
    }

    record Pair(int a, int b) {
        Pair {
            Where.here();
        }

        public int a() {
            Where.here();
            return a;
        }
    }

    static void consume(Object value) {
        Where.here();
    }

    static void callVirtualBase() {
        new Base().plain();
    }

    static void callVirtualOverridden() {
        Base b = new Middle();
        b.plain();
    }

    static void callVirtualInherited() {
        new Leaf().plain();
    }

    static void callPrivateIsNotOverridden() {
        Base b = new Middle();
        b.viaHidden();
    }

    static void callNewMethodOfSameName() {
        new Middle().hidden();
    }

    static void callStatic() {
        Base.stat();
    }

    static void callStaticHiding() {
        Leaf.stat();
    }

    static void callStaticInherited() {
        Middle.stat();
    }

    static void callStaticOfInterface() {
        Shape.make();
    }

    static void callInterfaceInheritedBody() {
        Shape s = new Middle();
        s.draw();
    }

    static void callDefaultMoreSpecific() {
        Shape s = new Middle();
        s.name();
    }

    static void callDefaultOverridden() {
        Shape s = new Leaf();
        s.name();
    }

    static void callDefaultByClass() {
        new Middle().name();
    }

    static void callPrivateOfInterface() {
        Shape s = new Leaf();
        s.viaPrivate();
    }

    static void callConflictResolved() {
        Blue b = new Leaf();
        b.paint();
    }

    static void callInterfaceSuper() {
        new Leaf().viaRed();
    }

    static void callInterfaceSuperInherited() {
        new Leaf().viaInterfaceSuper();
    }

    static void callSuper() {
        new Middle().viaSuper();
    }

    static void callSuperFromLeaf() {
        new Leaf().viaSuperPlain();
    }

    static void callSuperSkipsReceiver() {
        new Leaf().viaSuper();
    }

    static void callSuperProtected() {
        new Leaf().viaSuperGuarded();
    }

    static void callCovariantBridge() {
        Base b = new Middle();
        b.copy();
    }

    static void callGenericBridge() {
        Box<String> box = new TextBox();
        box.put("x");
    }

    static void callInterfaceBridge() {
        Consumer<String> box = new TextBox();
        box.accept("x");
    }

    static void callComparableBridge() {
        Comparable<Box<String>> box = new TextBox();
        box.compareTo(null);
    }

    static void callConstructor() {
        new Pair(1, 2);
    }

    static void callLambda() {
        Runnable r = () -> Where.here();
        r.run();
    }

    static void callLambdaCapturing() {
        int x = 3;
        Supplier<Integer> s = () -> {
            Where.here();
            return x;
        };
        s.get();
    }

    static void callStaticReference() {
        Consumer<Object> c = Calls::consume;
        c.accept("x");
    }

    static void callBoundReference() {
        Base b = new Leaf();
        Runnable r = b::plain;
        r.run();
    }

    static void callBoundInterfaceReference() {
        Shape s = new Leaf();
        Runnable r = s::name;
        r.run();
    }

    static void callUnboundReference() {
        Consumer<Base> c = Base::plain;
        c.accept(new Leaf());
    }

    static void callConstructorReference() {
        BiConsumer<Integer, Integer> c = Pair::new;
        c.accept(1, 2);
    }

    static void callEnumConstantBody() {
        Level.LOW.show();
    }

    static void callArrayClone() {
        int[] a = {1};
        a.clone();
        Where.here();
    }

    static void callOnObjectMethodOfInterface() {
        Shape s = new Leaf() == null ? null : new Other();
        s.hashCode();
    }

    static final class Other implements Shape {
        @Override
        public void draw() {
            Where.here();
        }

        @Override
        public int hashCode() {
            Where.here();
            return 1;
        }
    }
}
