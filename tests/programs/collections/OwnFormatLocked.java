//@ about: Classes of the program put a lock around what a format of the JDK leaves to them, or does.
//@ engines: run predict

import java.text.FieldPosition;
import java.text.Format;
import java.text.ParsePosition;
import java.text.SimpleDateFormat;
import java.util.Date;

public class OwnFormatLocked {
    static class Counting extends Format {
        private int count;

        @Override
        public synchronized StringBuffer format(Object object, StringBuffer to, FieldPosition position) {
            return to.append(count++);
        }

        @Override
        public Object parseObject(String text, ParsePosition position) {
            return null;
        }
    }

    static class Days extends SimpleDateFormat {
        @Override
        public synchronized StringBuffer format(Date date, StringBuffer to, FieldPosition position) {
            return super.format(date, to, position);
        }
    }

    public static void main(String[] args) {
        Counting counting = new Counting();
        Days days = new Days();
        new Thread(() -> {
            // Each is a method of the JDK that asks the one above.
            counting.format("");
            days.format(new Date());
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        counting.format("");
        days.format(new Date());
    }
}
