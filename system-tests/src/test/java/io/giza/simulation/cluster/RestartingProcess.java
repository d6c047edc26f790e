package io.giza.simulation.cluster;

import io.giza.metadata.table.RowTableException;
import io.giza.simulation.disk.DiskRules;
import io.giza.simulation.disk.TableDisk;

import org.jspecify.annotations.Nullable;

import java.util.random.RandomGenerator;

/**
 * A metadata-service that loses power now and then, also in the middle of a write, and whose disk
 * fails to take what is forced. It starts again at once with what its disk has: what else it held
 * is gone with it, and who waited for an answer gets none. Once it may be a copy of the disk that
 * somebody made before others noted how far the table had come.
 */
public final class RestartingProcess {
    private static final double FAILED_FORCES = 0.2;
    private static final double LATE_FORCES = 0.2;

    private final TableDisk disk = new TableDisk();
    private final DiskRules rules;
    private final RandomGenerator random;
    private double rate;
    private int restarts;
    private @Nullable TableGuard guard;
    private boolean mayGoBack;
    private boolean wentBack;

    /**
     * A process that never ends, until it is told a rate.
     *
     * @param random what becomes of it
     */
    RestartingProcess(DiskRules rules, RandomGenerator random) {
        this.rules = rules;
        this.random = random;
    }

    /** Ends at so many of its writes. */
    public void endsAtRate(double ofWrites) {
        this.rate = ofWrites;
    }

    /** Is guarded from now on, and perhaps gets an older disk once. */
    void setGuard(TableGuard guarding, boolean goesBack) {
        this.guard = guarding;
        this.mayGoBack = goesBack;
    }

    /** Returns how far its table has come. */
    long sequence() {
        return disk.progress();
    }

    /** Tells whether it runs, and ends no more: then nobody needs to be told how far it came. */
    boolean isCalm() {
        return rate == 0;
    }

    /** Who wants a row of a table that does not serve is sent away. */
    void requireServing() throws RowTableException {
        if (guard != null && !guard.serves() && rules.asksOthers()) {
            throw new RowTableException("does not serve", null);
        }
    }

    /** Tells whether it has an older copy of its disk. */
    boolean wentBack() {
        return wentBack;
    }

    public int restarts() {
        return restarts;
    }

    /** Ends now and then between two writes. */
    void maybeRestart() {
        if (rate > 0 && random.nextDouble() < rate) {
            restart();
        }
    }

    /**
     * Forces a write that the table has taken.
     *
     * @param undo takes it back, if the disk does
     * @param onWritten is run if the table has it from now on
     * @throws RowTableException if the process ended meanwhile
     */
    void write(Runnable undo, Runnable onWritten) throws RowTableException {
        if (rate == 0) {
            onWritten.run();
            return;
        }
        disk.append(undo, true);
        if (random.nextDouble() < rate) {
            // The last write may be torn, or whole though nobody was told.
            if (random.nextBoolean()) {
                disk.force();
                onWritten.run();
            }
            restart();
            throw new RowTableException("lost power", null);
        }
        if (rules.forcesFirst()) {
            force();
        } else if (random.nextDouble() < LATE_FORCES) {
            disk.force();
        }
        onWritten.run();
    }

    /** Forces what the table noted of others, which is so often that nothing else ends in it. */
    void writeNote(Runnable undo) {
        if (rate > 0) {
            disk.append(undo, rules.countsNotes());
            disk.force();
        }
    }

    private void force() throws RowTableException {
        if (random.nextDouble() >= rate * FAILED_FORCES) {
            disk.force();
            return;
        }
        disk.failForce();
        if (rules.endsOnFailure()) {
            restart();
            throw new RowTableException("not forced", null);
        }
        disk.force();
    }

    private void restart() {
        restarts++;
        @Nullable TableGuard guarding = guard;
        long noted = guarding == null || !mayGoBack ? 0 : guarding.noted();
        if (noted > 0 && random.nextBoolean()) {
            mayGoBack = false;
            wentBack = true;
            disk.putBackAnOlderOne(noted, random);
        } else {
            disk.losePower();
        }
        if (guarding != null) {
            guarding.restarted();
        }
    }
}
