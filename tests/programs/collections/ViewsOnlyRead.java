//@ about: Several threads iterate over views that nobody writes any more.
//@ engines: scan run predict

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class ViewsOnlyRead {
    public static void main(String[] args) {
        Map<String, Integer> ages = new HashMap<>(Map.of("Ada", 36));
        ages.entrySet().iterator().next().setValue(37);
        List<String> names = Arrays.asList("Ada", "Bob");
        Runnable task = () -> {
            int sum = 0;
            for (Map.Entry<String, Integer> each : ages.entrySet()) {
                sum += each.getValue();
            }
            for (String name : names.subList(0, 1)) {
                sum += name.length();
            }
            for (Object nothing : Collections.emptyList()) {
                sum++;
            }
        };
        new Thread(task).start();
        new Thread(task).start();
    }
}
