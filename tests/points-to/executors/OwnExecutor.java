//@ about: An application's own executor is code like any other, also where the library calls it.

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

public class OwnExecutor {
    public static void main(String[] args) {
        Executor direct = new Direct();
        Runnable task = () -> { };              //@site task
        Expect.calls("Direct.execute");
        direct.execute(task);
        Supplier<Object> supplier = OwnExecutor::make;
        Expect.mayCall("Direct.execute");
        CompletableFuture<Object> future = CompletableFuture.supplyAsync(supplier, direct);
        Expect.pointsTo(future.join(), "made");
    }

    static Object make() {
        return new Object();        //@site made
    }
}

class Direct implements Executor {
    @Override
    public void execute(Runnable command) {
        Expect.mayPointTo(command, "task");
        Expect.mayCall("lambda:task", "OwnExecutor.make");
        command.run();
    }
}
