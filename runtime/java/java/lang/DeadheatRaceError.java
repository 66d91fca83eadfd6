package java.lang;

/** What a program gets where a race was seen, if the user asked for it. */
public final class DeadheatRaceError extends Error {
    private static final long serialVersionUID = 1L;

    DeadheatRaceError(String location) {
        super("a data race on " + location);
    }
}
