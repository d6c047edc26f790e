package io.giza.recovery.rows;

import io.giza.commit.VersionCloser;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Row;
import io.giza.version.VersionAccess;
import io.giza.worker.Pacer;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Versions that were voted for somewhere and not decided anywhere when their rows were compared. A
 * data center that was away may come back with such votes, and whoever reads the row later may find
 * enough of them to finish what everybody has forgotten. So they are closed.
 *
 * <p>Used by one task.
 */
final class OpenVersions {
    /** Whoever votes now is left the time to be done with it: more than a commit may take. */
    private static final Duration COMMIT_WAIT = Duration.ofSeconds(25);

    /** After which most of what was seen under way is decided. */
    private static final Duration FIRST_WAIT = Duration.ofSeconds(1);

    private static final int MAX_NOTED = 10_000;

    private final VersionAccess access;
    private final Pacer pacer;
    private final Set<OpenVersion> found = new LinkedHashSet<>();

    private record OpenVersion(ObjectKey key, long generation, long version) {}

    OpenVersions(VersionAccess access, Pacer pacer) {
        this.access = access;
        this.pacer = pacer;
    }

    /**
     * Notes what is open of a row.
     *
     * @param rows what each data center has of it
     * @return whether it was noted, if it is open: not more than some are at once
     */
    boolean note(ObjectKey key, Map<DcName, Row> rows) {
        Row most = RowDifference.of(rows).most();
        boolean open =
                rows.values().stream()
                        .filter(row -> row.generation() == most.generation())
                        .filter(row -> row.chosen() == most.chosen())
                        .anyMatch(row -> row.open().vote() != null);
        if (open && found.size() < MAX_NOTED) {
            found.add(new OpenVersion(key, most.generation(), most.chosen() + 1));
            return true;
        }
        return !open;
    }

    /** Tells whether something is noted that is not closed. */
    boolean hasNoted() {
        return !found.isEmpty();
    }

    /**
     * Closes what was noted.
     *
     * @param mayContinue asked before each
     * @return whether all of it is closed
     */
    boolean close(BooleanSupplier mayContinue) {
        if (found.isEmpty()) {
            return true;
        }
        access.surroundings().time().sleep(FIRST_WAIT);
        found.removeIf(open -> mayContinue.getAsBoolean() && isDecided(open));
        if (!found.isEmpty()) {
            access.surroundings().time().sleep(COMMIT_WAIT);
        }
        boolean done = true;
        for (Iterator<OpenVersion> each = found.iterator(); each.hasNext(); each.remove()) {
            OpenVersion open = each.next();
            if (!mayContinue.getAsBoolean()) {
                return false;
            }
            done &= close(open);
        }
        return done;
    }

    /** What workers and clients write all the time is open at nearly every look, but not long. */
    private boolean isDecided(OpenVersion open) {
        boolean[] decided = {false};
        pacer.step(
                () ->
                        decided[0] =
                                access.latest(open.key())
                                        .filter(
                                                row ->
                                                        row.generation() != open.generation()
                                                                || row.chosen() >= open.version())
                                        .isPresent());
        return decided[0];
    }

    private boolean close(OpenVersion open) {
        boolean[] closed = {false};
        pacer.step(
                () ->
                        closed[0] =
                                access.metadata()
                                                .closer()
                                                .close(
                                                        open.key(),
                                                        open.generation(),
                                                        open.version(),
                                                        access.after(access.timeouts().commit()))
                                        instanceof VersionCloser.Closed);
        return closed[0];
    }
}
