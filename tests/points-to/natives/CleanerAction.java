//@ about: A cleaner runs its action some day, or at once when asked.

import java.lang.ref.Cleaner;

public class CleanerAction {
    public static void main(String[] args) {
        Cleaner cleaner = Cleaner.create();
        Object guarded = new Object();
        Runnable action = () -> { };            //@site action
        Runnable other = () -> { };             //@site other
        Cleaner.Cleanable cleanable = cleaner.register(guarded, action);
        cleaner.register(args, other);
        Expect.mayCall("lambda:action");
        cleanable.clean();
        Expect.reachable("lambda:action", "lambda:other");
    }
}
