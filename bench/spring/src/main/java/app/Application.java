package app;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Serves orders from a database on 127.0.0.1, and asks itself for them on several threads. Arguments: threads, requests. */
@SpringBootApplication
@RestController
public class Application {
    public record Order(int id, String what, long amount) {
    }

    private final JdbcTemplate database;
    private final AtomicLong made = new AtomicLong();
    /** The race that is wanted: no lock, no volatile. */
    private long served;

    public Application(JdbcTemplate database) {
        this.database = database;
    }

    @PostMapping("/orders/{id}")
    public Order make(@PathVariable("id") int id) {
        database.update("INSERT INTO ORDERS VALUES(?, ?, ?)", id, "order " + id, id * 3L);
        made.incrementAndGet();
        return new Order(id, "order " + id, id * 3L);
    }

    @GetMapping("/orders/{id}")
    public Order find(@PathVariable("id") int id) {
        served++;
        Map<String, Object> row = database.queryForMap("SELECT * FROM ORDERS WHERE ID = ?", id);
        return new Order(id, (String) row.get("WHAT"), ((Number) row.get("AMOUNT")).longValue());
    }

    public static void main(String[] args) throws Exception {
        int threads = Integer.parseInt(args[0]);
        int requests = Integer.parseInt(args[1]);
        ConfigurableApplicationContext context = SpringApplication.run(Application.class);
        context.getBean(JdbcTemplate.class).execute(
                "CREATE TABLE ORDERS(ID INT PRIMARY KEY, WHAT VARCHAR(40), AMOUNT BIGINT)");
        int port = ((ServletWebServerApplicationContext) context).getWebServer().getPort();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        HttpClient client = HttpClient.newHttpClient();
        List<Future<Long>> parts = new ArrayList<>();
        for (int part = 0; part < threads; part++) {
            int first = part * requests;
            parts.add(pool.submit(() -> ask(client, port, first, requests)));
        }
        long sum = 0;
        for (Future<Long> part : parts) {
            sum += part.get();
        }
        pool.shutdown();
        int code = SpringApplication.exit(context);
        System.out.println("OK spring " + sum);
        System.exit(code);
    }

    private static long ask(HttpClient client, int port, int first, int requests) throws Exception {
        long sum = 0;
        for (int id = first; id < first + requests; id++) {
            URI uri = URI.create("http://127.0.0.1:" + port + "/orders/" + id);
            HttpRequest make = HttpRequest.newBuilder(uri).POST(HttpRequest.BodyPublishers.noBody()).build();
            String said = client.send(make, HttpResponse.BodyHandlers.ofString()).body();
            String found = client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString()).body();
            if (!said.equals(found)) {
                throw new IllegalStateException(said + " is not " + found);
            }
            sum += found.length();
        }
        return sum;
    }
}
