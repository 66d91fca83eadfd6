import jakarta.inject.Inject;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.*;
import org.springframework.stereotype.*;
import org.springframework.web.bind.annotation.*;

interface Orders {
    void add();
}

@Service
class OrdersOfTheShop implements Orders {
    private int count;
    private int guarded;

    @Override
    public void add() {
        count++; // race
        synchronized (this) {
            guarded++;
        }
    }
}

class Clock {
    int ticks;
    int guarded;
}

@Configuration
class Setup {
    @Bean
    Clock clock() {
        return new Clock();
    }
}

@Component
@Scope
class Scratch {
    int used;
}

@RestController
class ByConstructor {
    private final Orders orders;
    private final Clock clock;

    ByConstructor(Orders orders, Clock clock) {
        this.orders = orders;
        this.clock = clock;
    }

    @PostMapping
    void post() {
        orders.add();
        clock.ticks++; // race
        count(clock);
    }

    static void count(Clock clock) {
        synchronized (clock) {
            clock.guarded++;
        }
    }
}

@RestController
class ByField {
    @Autowired private Orders orders;
    @Inject private Scratch scratch;
    private Clock clock;

    @Autowired
    void setClock(Clock clock) {
        this.clock = clock;
    }

    @GetMapping
    int get() {
        scratch.used = 1; // race
        orders.add();
        ByConstructor.count(clock);
        return clock.ticks; // race
    }
}

@RestController
class AnotherField {
    @Inject private Scratch scratch;

    @GetMapping
    synchronized void get() {
        scratch.used++;
    }
}
