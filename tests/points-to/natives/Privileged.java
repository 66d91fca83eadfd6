//@ about: A privileged action runs in the caller, and its result comes back.

import java.security.AccessController;
import java.security.PrivilegedAction;

public class Privileged {
    @SuppressWarnings("removal")
    public static void main(String[] args) {
        PrivilegedAction<Object> action = () -> new Object();       //@site action=PrivilegedAction made=Object
        Expect.calls("lambda:action");
        Object result = AccessController.doPrivileged(action);
        Expect.pointsTo(result, "made");
    }
}
