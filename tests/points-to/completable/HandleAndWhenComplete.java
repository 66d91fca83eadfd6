//@ about: Handlers see values and exceptions; whenComplete passes the value on.

import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

public class HandleAndWhenComplete {
    public static void main(String[] args) {
        CompletableFuture<Object> start = CompletableFuture.supplyAsync(HandleAndWhenComplete::make);
        BiConsumer<Object, Throwable> watch = (value, thrown) -> {      //@site watch
            Expect.pointsTo(value, "made");
            Expect.mayPointTo(thrown, "failure");
        };
        Expect.calls("lambda:watch");
        CompletableFuture<Object> watched = start.whenComplete(watch);
        BiFunction<Object, Throwable, Object> handler = (value, thrown) -> {    //@site handler
            Expect.pointsTo(value, "made");
            return new Object();                                        //@site handled
        };
        Expect.calls("lambda:handler");
        CompletableFuture<Object> handled = watched.handle(handler);
        Expect.pointsTo(handled.join(), "handled");
        Function<Throwable, Object> rescue = thrown -> new Object();    //@site rescue=Function rescued=Object
        Expect.calls("lambda:rescue");
        CompletableFuture<Object> rescued = start.exceptionally(rescue);
        Expect.pointsTo(rescued.join(), "made", "rescued");
    }

    static Object make() {
        if (Thread.currentThread().getName().isEmpty()) {
            throw new Failure();        //@site failure
        }
        return new Object();            //@site made
    }
}

class Failure extends RuntimeException {
}
