import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.*;
import java.util.concurrent.atomic.*;

/** HikariCP over H2: more threads than connections, each takes one, asks and gives it back. args: threads iters */
public class HikariLoad {
    public static void main(String[] a) throws Exception {
        int n = W.arg(a, 0, 6), iters = W.arg(a, 1, 3000);
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:h2:mem:p;DB_CLOSE_DELAY=-1");
        config.setMaximumPoolSize(3);
        HikariDataSource source = new HikariDataSource(config);
        try (Connection c = source.getConnection(); Statement s = c.createStatement()) {
            s.execute("CREATE TABLE T(ID INT PRIMARY KEY, V INT)");
            s.execute("INSERT INTO T SELECT X, X * 7 FROM SYSTEM_RANGE(1, 100)");
        }
        AtomicLong sum = new AtomicLong();
        W.threads(n, id -> {
            for (int i = 0; i < iters; i++) {
                try (Connection c = source.getConnection(); PreparedStatement p = c.prepareStatement("SELECT V FROM T WHERE ID = ?")) {
                    p.setInt(1, i % 100 + 1);
                    try (ResultSet r = p.executeQuery()) { r.next(); sum.addAndGet(r.getInt(1)); }
                }
            }
        });
        source.close();
        W.done("hikari", sum.get());
        System.exit(0);
    }
}
