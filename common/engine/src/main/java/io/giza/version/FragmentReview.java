package io.giza.version;

import io.giza.commit.Settlement;
import io.giza.commit.VersionReader;
import io.giza.model.DeletionReason;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.replica.FragmentStore;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentHeader;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What becomes of one fragment that lies in a store: it stays while a version refers to it, and
 * goes once that version is deleted by decision, or once it is settled that no version refers to it
 * or ever will (Giza, section 3.6, orphans). Its age says when to look at it; whether it goes is
 * decided by consensus, so a put that is merely slow loses nothing but its try.
 *
 * <p>Poison stays until it has outlived all that may still be under way ({@link PoisonAge}), from
 * when it was written and from when its version was given up.
 */
public final class FragmentReview {
    /** What metrics call the outcomes, see {@link Outcome#tag}. */
    public static final List<String> TAGS = List.of("referenced", "young", "removed", "undecided");

    private final VersionAccess access;
    private final Settlement settlement;
    private final Duration leastAge;

    /**
     * Runs over one cluster.
     *
     * @param leastAge how old a fragment is before it is asked whether it is an orphan; no part of
     *     safety
     */
    public FragmentReview(VersionAccess access, Duration leastAge) {
        this.access = access;
        this.settlement = new Settlement(access.metadata());
        this.leastAge = leastAge;
    }

    /** The outcome for the fragment. */
    public sealed interface Outcome {
        /** Returns what metrics call it. */
        default String tag() {
            return switch (this) {
                case Referenced _ -> "referenced";
                case Young _ -> "young";
                case Removed _ -> "removed";
                case Undecided _ -> "undecided";
            };
        }
    }

    /** A version refers to it. */
    public record Referenced() implements Outcome {}

    /** It is too young to be judged, or is poison that is too young to go. */
    public record Young() implements Outcome {}

    /** It is not there any more. */
    public record Removed() implements Outcome {}

    /** To be tried again later. */
    public record Undecided(String detail) implements Outcome {}

    /**
     * Judges a fragment, and deletes it if it may go.
     *
     * @param header what it says of itself
     * @param age how long ago it was written
     * @param store where it lies
     */
    public Outcome review(FragmentHeader header, Duration age, FragmentStore store) {
        Outcome outcome = judge(header, age, store);
        access.metrics().reviewed(outcome);
        return outcome;
    }

    private Outcome judge(FragmentHeader header, Duration age, FragmentStore store) {
        ObjectKey key = header.id().key();
        PutId put = header.id().putId();
        boolean isPoison = header.kind() == FragmentHeader.Kind.POISON;
        if (age.compareTo(leastAge) < 0
                || (isPoison && access.rules().keepsPoison(PoisonAge.of(age)))) {
            return new Young();
        }
        // Poison of this age is rare, and a row that lags behind would keep it for ever.
        if (!isPoison && isReferencedByNearestRow(key, put)) {
            return new Referenced();
        }
        return switch (settlement.settle(
                key, put, header.base(), access.after(access.timeouts().commit()))) {
            case Settlement.Referenced(long version, Row row) -> {
                if (!access.rules().mayCollect(row, version)) {
                    yield new Referenced();
                }
                yield isPoison && mustKeepPoison(row, version, age)
                        ? new Young()
                        : remove(header, store);
            }
            case Settlement.Settled _ -> remove(header, store);
            case Settlement.Unsettled(String detail) -> new Undecided(detail);
        };
    }

    private boolean mustKeepPoison(Row row, long version, Duration written) {
        Instant now = access.surroundings().time().instant();
        return Fold.deletion(row, version)
                .flatMap(deletion -> DeletionReason.givenUpAt(deletion.value()))
                .map(at -> access.rules().ageOfPoison(written, Duration.between(at, now)))
                .filter(age -> access.rules().keepsPoison(PoisonAge.of(age)))
                .isPresent();
    }

    /** A fragment that stays does no harm, so what one row says is enough to leave it. */
    private boolean isReferencedByNearestRow(ObjectKey key, PutId put) {
        return access.metadata()
                .reader()
                .nearest(key, access.after(access.timeouts().read()))
                .map(VersionReader.Hint::row)
                .filter(row -> refers(row, put))
                .isPresent();
    }

    private boolean refers(Row row, PutId put) {
        for (Entry entry : row.log()) {
            if (entry.value().id().equals(put)) {
                return !access.rules().mayCollect(row, entry.version());
            }
        }
        return false;
    }

    private static Outcome remove(FragmentHeader header, FragmentStore store) {
        try {
            store.delete(header.id());
            return new Removed();
        } catch (ReplicaException e) {
            return new Undecided(String.valueOf(e.getMessage()));
        }
    }
}
