//@ about: Weak and soft references give what they were made with; queues give the references.

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;

public class References {
    public static void main(String[] args) {
        Object a = new Object();                //@site a
        Object b = new Object();                //@site b
        WeakReference<Object> weak = new WeakReference<>(a);
        SoftReference<Object> soft = new SoftReference<>(b);
        Expect.pointsTo(weak.get(), "a");
        Expect.pointsTo(soft.get(), "b");
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        PhantomReference<Object> phantom = new PhantomReference<>(a, queue);        //@site phantom
        Expect.mayPointTo(queue.poll(), "phantom");
        Object nothing = phantom.get();
        Expect.pointsToNothing(nothing);
    }
}
