package io.giza.commit.rollback;

import io.giza.commit.rollback.ProgressNotes.Verdict;
import io.giza.concurrent.Time;
import io.giza.membership.Membership;
import io.giza.membership.Occupant;
import io.giza.membership.StoreIdentity;
import io.giza.membership.StoreProgress;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Keeps an older copy of a store from serving, and one made again by mistake: a store that starts
 * lets nothing through before tables of other data centers said how far they know it to have come.
 */
public final class RollbackGuard {
    /** How often a store tells how far it has come. */
    public static final Duration INTERVAL = Duration.ofSeconds(1);

    /** How long it waits for the slowest of the others. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(1);

    /** After so many intervals it tells also what is not new: somebody may have been replaced. */
    private static final int QUIET_INTERVALS = 60;

    private final Store store;
    private final Occupant.Part part;
    private final boolean enforced;
    private final ProgressNotes notes;
    private final Time time;
    private volatile Passage passage;

    /** What was told last, and heard by all; null if there is nothing such. */
    private @Nullable ProgressReport reported;

    private int unreportedRounds;

    /** A store that may be an older copy of itself. */
    public interface Store {
        /** Returns what the store knows of the topology now. */
        Membership membership() throws IOException;

        /**
         * Returns how far the store has come: a number that grows with what it keeps durably, so
         * that an older copy of its disk has a lower one. A start does not change it.
         *
         * @return empty if no older copy of the store can come back
         */
        OptionalLong sequence() throws IOException;
    }

    /**
     * What a store tells: how far it has come, and what it noted of others.
     *
     * @param isServing whether it serves an epoch; one that waits for the order to join tells
     *     nothing of itself
     */
    private record ProgressReport(
            StoreProgress own, List<StoreProgress> noted, boolean isServing) {}

    /** What the guard lets through. */
    public enum Passage {
        /** What others noted is not known yet: nothing passes. */
        WAITING,
        /** Everything passes. */
        OPEN,
        /** Everything passes, whatever others know: the store does not heed them. */
        UNHEEDED,
        /** This store must not serve: nothing ever passes. */
        REFUSED
    }

    /**
     * Guards a store.
     *
     * @param part which of the stores of its data center it is
     * @param enforced whether the store waits for what others noted, and goes by it; one that does
     *     not tells them all the same, since it may heed them at its next start
     */
    public RollbackGuard(
            Store store, Occupant.Part part, boolean enforced, ProgressNotes notes, Time time) {
        this.store = store;
        this.part = part;
        this.enforced = enforced;
        this.notes = notes;
        this.time = time;
        this.passage = enforced ? Passage.WAITING : Passage.UNHEEDED;
    }

    /** Returns what passes now. */
    public Passage passage() {
        return passage;
    }

    /** Tells whether requests pass now. */
    public boolean isOpen() {
        return passage == Passage.OPEN || passage == Passage.UNHEEDED;
    }

    /**
     * Does what is due: asks the others while the store waits, and tells them if there is news.
     *
     * @return what somebody noted that speaks against the store, which then serves only if it does
     *     not heed that; empty if nothing is known
     * @throws IOException if the store cannot say what it is
     */
    public Optional<String> runOnce() throws IOException {
        Optional<ProgressReport> news = progressReport();
        if (passage == Passage.REFUSED || news.isEmpty() || !isDue(news.get())) {
            return Optional.empty();
        }
        return switch (gather(news.get())) {
            case Verdict.Disproof disproof -> {
                // Perhaps not all heard it.
                reported = null;
                passage = enforced ? Passage.REFUSED : Passage.UNHEEDED;
                yield Optional.of(disproof.reason());
            }
            case Verdict.NoDisproof nothing -> {
                if (!nothing.allAnswered()) {
                    // Whoever did not hear it is told again.
                    reported = null;
                }
                if (notes.isEnough(news.get().own(), nothing.tables())) {
                    passage = Passage.OPEN;
                }
                yield Optional.empty();
            }
        };
    }

    private Verdict gather(ProgressReport news) {
        return news.isServing()
                ? notes.report(news.own(), news.noted(), time.after(ANSWER_TIMEOUT))
                : notes.query(news.own(), news.noted(), time.after(ANSWER_TIMEOUT));
    }

    private boolean isDue(ProgressReport news) {
        unreportedRounds++;
        if (passage == Passage.OPEN
                && news.equals(reported)
                && unreportedRounds < QUIET_INTERVALS) {
            return false;
        }
        reported = news;
        unreportedRounds = 0;
        return true;
    }

    /** Returns what there is to tell or to ask; nothing if the store has no older copies. */
    private Optional<ProgressReport> progressReport() throws IOException {
        Membership membership = store.membership();
        StoreIdentity identity = membership.identity();
        OptionalLong sequence = store.sequence();
        boolean isDue = membership.isInitialized() || passage == Passage.WAITING;
        if (identity == null || !isDue || sequence.isEmpty()) {
            return Optional.empty();
        }
        StoreProgress own =
                new StoreProgress(
                        identity.dc(),
                        part,
                        membership.joined(),
                        identity.life(),
                        sequence.getAsLong());
        return Optional.of(
                new ProgressReport(
                        own, own.others(membership.progress()), membership.isInitialized()));
    }
}
