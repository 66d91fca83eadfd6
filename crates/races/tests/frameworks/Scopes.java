import jakarta.inject.Singleton;
import jakarta.ws.rs.*;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.*;

@Component
class Scopes {
    private int byScheduler;
    static int everywhere;

    @Scheduled
    void first() {
        byScheduler++;
        everywhere++; // race
    }

    @Scheduled
    void second() {
        byScheduler++;
    }
}

@RestController
class Reader {
    @GetMapping
    int get() {
        return Scopes.everywhere; // race
    }
}

@Path
class PerRequest {
    private int own;
    static int shared;

    @GET
    public void get() {
        own++;
        shared++; // race
    }
}

@Path
@Singleton
class OneForAll {
    private int field;

    @GET
    public void get() {
        field++; // race
    }
}

@RestController
@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
@interface Composed {}

@Composed
class ByComposedAnnotation {
    private int field;

    @GetMapping
    void get() {
        field++; // race
    }
}
