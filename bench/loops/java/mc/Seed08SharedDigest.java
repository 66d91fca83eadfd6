package mc;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

// race: MessageDigest, to which all iterations add their results
public final class Seed08SharedDigest {
    public static void main(String[] arguments) throws NoSuchAlgorithmException {
        Market market = MonteCarlo.market();
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        MonteCarlo.tasks(500).parallelStream().forEach(task -> {
            task.run(market);
            digest.update((byte) task.result.price()); // seeded
        });
        System.out.println(digest.digest().length);
    }
}
