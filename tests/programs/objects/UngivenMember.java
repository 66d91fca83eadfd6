//@ about: A thread is started only if an annotation's member says so, which no use of the annotation gives a value.
//@ engines: scan run predict
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

@Retention(RetentionPolicy.RUNTIME)
@interface Patience {
    long limit() default 0L;

    String about() default "";
}

@Patience(about = "a task without a limit")
public class UngivenMember {
    int count;

    private long limit(Patience patience) {
        if (patience == null) {
            return 0;
        }
        return patience.limit();
    }

    void run() throws InterruptedException {
        long limit = limit(UngivenMember.class.getAnnotation(Patience.class));
        if (limit > 0) {
            Thread thread = new Thread(() -> count++);
            thread.start();
            thread.join(limit);
        }
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        new UngivenMember().run();
    }
}
