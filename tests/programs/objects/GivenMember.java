//@ about: A thread is started only if an annotation's member says so, to which one use gives a value and another does not.
//@ engines: scan predict
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

@Retention(RetentionPolicy.RUNTIME)
@interface Limited {
    long limit() default 0L;
}

@Limited
class Unlimited {}

@Limited(limit = 1)
public class GivenMember {
    int count;

    private long limit(Limited limited) {
        return limited == null ? 0 : limited.limit();
    }

    void run(Class<?> of) throws InterruptedException {
        long limit = limit(of.getAnnotation(Limited.class));
        if (limit > 0) {
            Thread thread = new Thread(() -> count++); //~ race(count) write
            thread.start();
        }
        count++; //~ race(count) write
    }

    public static void main(String[] args) throws InterruptedException {
        new GivenMember().run(Unlimited.class);
        new GivenMember().run(GivenMember.class);
    }
}
