package io.giza.fragment.store;

import io.giza.commit.rollback.RollbackGuard;
import io.giza.fragment.store.BlobExaminer.Examined;
import io.giza.fragment.store.BlobExaminer.Progress;
import io.giza.fragment.store.BlobStore.BlobUpload;
import io.giza.membership.Membership;
import io.giza.membership.Occupant;
import io.giza.membership.StoreProgress;
import io.giza.membership.StoreStartup;
import io.giza.record.FragmentName;
import io.giza.replica.TableOrder;
import io.giza.stripe.FragmentHeader;
import io.giza.stripe.FragmentInventory.Finding;
import io.giza.version.FragmentAdmission;
import io.giza.version.FragmentAdmission.Verdict;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.UnaryOperator;

/**
 * Lets fragments into a store, or not, by what the store knows of the topology. What was let in is
 * stored before the membership changes: nothing that an order forbids comes after it.
 */
public final class FragmentGate implements RollbackGuard.Store {
    private static final Logger LOG = LoggerFactory.getLogger(FragmentGate.class);
    private static final int MAX_ATTEMPTS = 100;
    private static final int MAX_EXAMINATIONS = 5;

    private final BlobStore blobs;
    private final BlobExaminer examiner;
    private final FragmentAdmission admission;
    private final ReadWriteLock lock = new ReentrantReadWriteLock();

    /** Whether something was stored that the sequence does not count. */
    private final AtomicBoolean hasUncounted = new AtomicBoolean();

    /**
     * Guards a store.
     *
     * @param examiner looks at what is to be replaced
     */
    public FragmentGate(BlobStore blobs, BlobExaminer examiner, FragmentAdmission admission) {
        this.blobs = blobs;
        this.examiner = examiner;
        this.admission = admission;
    }

    /**
     * What is to be created, and by whom.
     *
     * @param header the header of the fragment
     * @param recovery the epoch of the recovery or the repair that creates it, 0 if it is none
     */
    public record Arrival(FragmentHeader header, long recovery) {}

    /** How it ended. */
    public enum Outcome {
        /** The fragment is durable. */
        STORED,
        /** Its name is taken. */
        EXISTS,
        /** What it was to replace is of a later format. */
        LATER_FORMAT,
        /** It is of an epoch that ended. */
        STALE,
        /** It cannot be told yet whether the name is free. */
        NOT_READY
    }

    /**
     * Begins to serve, if the store is the one that is meant.
     *
     * @throws io.giza.membership.RefusedStoreException if it is not
     */
    public void enter(StoreStartup entry) throws IOException {
        Membership current = change(entry::after);
        LOG.info("{} is {}", entry.where(), current.describe());
    }

    /** Returns what the store knows of the topology. */
    @Override
    public Membership membership() {
        return blobs.membership();
    }

    /** Does what the store is told to, unless it comes late, and returns what it knows then. */
    public Membership order(TableOrder.OfMembership order) throws IOException {
        return change(order::after);
    }

    /** Tells whether a fragment that is not found <em>after</em> this call is absent. */
    public boolean knowsAbsence() {
        return admission.knowsAbsence(blobs.membership());
    }

    /** Tells whether something may be created, as far as that is known before it is there. */
    public Verdict judge(Arrival arrival) {
        return verdict(blobs.membership(), arrival);
    }

    /** Makes an upload durable if its name is free, and it still may be. */
    public Outcome create(Arrival arrival, BlobUpload upload) throws IOException {
        return finish(arrival, upload::create);
    }

    /**
     * Makes an upload durable if its name is free or what is under it is no whole fragment, and it
     * still may be.
     *
     * @return EXISTS if what is there is whole, and durable; LATER if nobody here can tell
     */
    public Outcome replace(Arrival arrival, BlobUpload upload) throws IOException {
        FragmentName name = FragmentName.of(arrival.header.id());
        for (int attempt = 0; attempt < MAX_EXAMINATIONS; attempt++) {
            Examined examined = examiner.examine(name, Progress.NONE);
            if (examined.finding() == Finding.LATER) {
                LOG.warn("{} is of a later format and is left", name);
                return Outcome.LATER_FORMAT;
            }
            // What is whole is created in vain, which waits until it is durable.
            boolean mayReplace = admission.mayBeReplaced(examined.finding());
            Outcome outcome =
                    finish(
                            arrival,
                            mayReplace ? () -> upload.replace(examined.tag()) : upload::create);
            if (outcome == Outcome.STORED && mayReplace) {
                LOG.info("{} was {} and is repaired", name, examined.finding());
            }
            if (outcome != Outcome.EXISTS || examined.finding() == Finding.WHOLE) {
                return outcome;
            }
        }
        throw new IOException("what is under " + name + " changes all the time");
    }

    private interface UploadAction {
        boolean run() throws IOException;
    }

    private Outcome finish(Arrival arrival, UploadAction ending) throws IOException {
        lock.readLock().lock();
        try {
            return switch (verdict(blobs.membership(), arrival)) {
                case STALE -> Outcome.STALE;
                case NOT_READY -> Outcome.NOT_READY;
                case ADMITTED -> runAndMark(ending) ? Outcome.STORED : Outcome.EXISTS;
            };
        } finally {
            lock.readLock().unlock();
        }
    }

    private boolean runAndMark(UploadAction ending) throws IOException {
        boolean stored = ending.run();
        if (stored) {
            hasUncounted.set(true);
        }
        return stored;
    }

    /**
     * Counts, durably, if anything was stored since it was called last: once for all that was.
     * Nobody has to wait for that.
     */
    @Override
    public OptionalLong sequence() throws IOException {
        if (!blobs.hasOlderCopies()) {
            return OptionalLong.empty();
        }
        if (hasUncounted.getAndSet(false)) {
            try {
                advanceSequence();
            } catch (IOException | RuntimeException e) {
                hasUncounted.set(true);
                throw e;
            }
        }
        Membership membership = blobs.membership();
        return membership.identity() == null
                ? OptionalLong.empty()
                : OptionalLong.of(progress(membership).sequence());
    }

    /** Needs no lock: nothing that is let in depends on it. */
    private void advanceSequence() throws IOException {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            Membership before = blobs.membership();
            if (before.identity() == null) {
                return;
            }
            StoreProgress current = progress(before);
            List<StoreProgress> next = List.of(current.withSequence(current.sequence() + 1));
            if (blobs.replaceMembership(before, before.withProgress(next))) {
                return;
            }
        }
        throw new IOException("too many changes of the membership");
    }

    private static StoreProgress progress(Membership membership) {
        return StoreProgress.of(membership, Occupant.Part.FRAGMENTS);
    }

    private Verdict verdict(Membership membership, Arrival arrival) {
        return arrival.recovery > 0
                ? admission.judgeRebuilt(membership, arrival.recovery)
                : admission.judge(membership, arrival.header);
    }

    private Membership change(UnaryOperator<Membership> change) throws IOException {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            Membership before = blobs.membership();
            Membership after = change.apply(before);
            if (after.equals(before) || replace(before, after)) {
                return after;
            }
        }
        throw new IOException("too many changes of the membership");
    }

    private boolean replace(Membership before, Membership after) throws IOException {
        lock.writeLock().lock();
        try {
            return blobs.replaceMembership(before, after);
        } finally {
            lock.writeLock().unlock();
        }
    }
}
