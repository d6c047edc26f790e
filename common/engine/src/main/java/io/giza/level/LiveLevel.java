package io.giza.level;

import io.giza.concurrent.Deadline;
import io.giza.record.FormatException;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The level of the cluster as a running process knows it.
 *
 * <pre>
 * unknown   nobody told it yet: it serves nothing
 * served    it reads the level, and writes what the level has
 * foreign   it does not work at the level: it serves nothing any more, and ends
 * </pre>
 *
 * <p>Levels only rise, so a process that knows an old one writes what all others still read.
 */
public final class LiveLevel {
    private final Source source;
    private final LevelRange range;
    private final AtomicReference<State> state = new AtomicReference<>(new Unknown());

    /**
     * Knows nothing yet.
     *
     * @param source who tells the level
     * @param range the levels that this process works at
     */
    public LiveLevel(Source source, LevelRange range) {
        this.source = source;
        this.range = range;
    }

    /** Who tells the level. */
    @FunctionalInterface
    public interface Source {
        /** Returns it, as {@link LevelRow#read} and {@link LevelRow#hear} do. */
        LevelRow.ReadResult read(Deadline deadline);
    }

    /** What a process knows. */
    public sealed interface State {}

    /** Nobody told it the level yet. */
    public record Unknown() implements State {}

    /** It works at the level. */
    public record Served(DecidedLevel decided) implements State {}

    /**
     * It does not work at the level.
     *
     * @param sentence what to do about it
     */
    public record Foreign(String sentence) implements State {}

    /** Returns the levels that this process works at. */
    public LevelRange range() {
        return range;
    }

    /** Returns what this process knows. */
    public State state() {
        return state.get();
    }

    /** Tells whether this process may serve and work. */
    public boolean isServed() {
        return state.get() instanceof Served;
    }

    /** Returns the level whose formats this process writes, 0 while it writes none. */
    public int written() {
        return state.get() instanceof Served served ? served.decided().level() : 0;
    }

    /** Asks for the level, and returns what this process knows then. */
    public State look(Deadline deadline) {
        try {
            return switch (source.read(deadline)) {
                case LevelRow.Found(DecidedLevel found) -> note(found);
                case LevelRow.Unavailable _ -> state.get();
            };
        } catch (FormatException e) {
            return note(new Foreign(unreadable(e)));
        }
    }

    /**
     * Says why something cannot be written yet; empty if it can.
     *
     * @param level the level that has it
     * @param what what it is, such as "a quota"
     */
    public Optional<String> refusal(int level, String what, Deadline deadline) {
        if (written() >= level) {
            return Optional.empty();
        }
        look(deadline);
        return written() >= level
                ? Optional.empty()
                : Optional.of(
                        "%s needs format level %d, and the cluster writes %s: once every process runs this release, run 'giza upgrade finalize'"
                                .formatted(
                                        what,
                                        level,
                                        written() == 0 ? "no known level" : "level " + written()));
    }

    private State note(DecidedLevel found) {
        return note(
                range.has(found.level()) ? new Served(found) : new Foreign(foreign(found, range)));
    }

    /** Answers may overtake each other, and nothing takes back what is foreign. */
    private State note(State found) {
        return state.updateAndGet(known -> isLater(found, known) ? found : known);
    }

    private static boolean isLater(State found, State known) {
        return switch (known) {
            case Unknown _ -> true;
            case Foreign _ -> false;
            case Served before ->
                    !(found instanceof Served now)
                            || now.decided().level() > before.decided().level();
        };
    }

    private static String foreign(DecidedLevel found, LevelRange range) {
        return found.level() > range.newest()
                ? "the cluster is at format level %d, and this release reads up to level %d: install Giza %s or later"
                        .formatted(found.level(), range.newest(), found.release())
                : "the cluster is at format level %d, and this release works at %s: install the release before it, and run 'giza upgrade finalize' there"
                        .formatted(found.level(), range);
    }

    private static String unreadable(FormatException e) {
        return "the format level of the cluster cannot be read ("
                + e.getMessage()
                + "): install the release that the other processes run";
    }
}
