import jakarta.annotation.PostConstruct;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.*;

@RestController
class Controllers {
    private int hits;
    private int guarded;
    private int prepared;
    private final Map<String, String> names = new HashMap<>();

    @PostConstruct
    void prepare() {
        prepared = 1;
    }

    @GetMapping
    String get(Order order) {
        hits++; // race
        order.status = prepared;
        return names.get("a"); // race
    }

    @PostMapping
    synchronized void post(Order order) {
        guarded++;
        order.status++;
        names.put("a", "b"); // race
    }

    void notCalled() {
        guarded++;
    }
}

class Order {
    int status;
    final List<String> lines = new ArrayList<>();
}

@Controller
class Guarded {
    private int hits;

    @GetMapping
    void get() {
        synchronized (this) {
            hits++;
        }
    }
}

class NoBean {
    private int hits;

    @GetMapping
    void get() {
        hits++;
    }
}
