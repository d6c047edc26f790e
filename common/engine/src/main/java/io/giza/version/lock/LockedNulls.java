package io.giza.version.lock;

import io.giza.lock.LockPermit;
import io.giza.model.Command;
import io.giza.model.DeletionReason;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.AnnotationCodec;

import java.util.Optional;

/**
 * Whether a null version that is locked is in a row, which the next null would take the place of.
 * Where versions can be locked, versioning is enabled and stays so, and no more nulls are made; but
 * a put that began before that may come late, when the null that was there is locked already.
 *
 * <p>Such a null is locked by an annotation: what is put where versions can be locked is no null.
 */
public final class LockedNulls {
    private LockedNulls() {}

    /** What a row says. */
    public enum Finding {
        /** There is no such null, or another took its place long ago. */
        NONE,
        /** There is one, and it must stay. */
        LOCKED,
        /** The part of the log that is here does not say; older versions are needed. */
        NEEDS_OLDER
    }

    /** Tells whether a record is a null, and so takes the place of those before it. */
    public static boolean isReplacement(Value record) {
        return record.command() instanceof Command.NewVersion made && made.mode().isNull();
    }

    /** Looks at the nulls of a row, the newest first. */
    public static Finding in(Row row) {
        for (Entry entry : row.log().reversed()) {
            if (!isReplacement(entry.value())) {
                continue;
            }
            Optional<DeletionReason> deleted = Fold.deletionReason(row, entry.version());
            if (deleted.isEmpty() && isLocked(row, entry)) {
                return Finding.LOCKED;
            }
            if (endsOlder(entry, deleted)) {
                return Finding.NONE;
            }
        }
        return row.firstHeld() == 1 ? Finding.NONE : Finding.NEEDS_OLDER;
    }

    /**
     * Whether a later null may still take the place of a version: a put was chosen, and its data
     * may come. A lock that is decided before that would not hold.
     */
    public static boolean mayBeReplaced(Row row, long version) {
        return row.log().stream()
                .filter(entry -> entry.version() > version && isReplacement(entry.value()))
                .anyMatch(entry -> isUnsettled(row, entry));
    }

    private static boolean isUnsettled(Row row, Entry entry) {
        return entry.value().kind() == Value.Kind.PUT
                && entry.resolution() != Entry.Resolution.ABORTED
                && !entry.isVisible()
                && Fold.deletionReason(row, entry.version()).isEmpty();
    }

    private static boolean isLocked(Row row, Entry entry) {
        return !Fold.annotations(row, entry.version()).isEmpty()
                && AnnotationCodec.lock(row, entry).protects(LockPermit.NONE);
    }

    /** Tells whether nulls before this one are over for good, as {@link Fold} has it. */
    private static boolean endsOlder(Entry entry, Optional<DeletionReason> deleted) {
        return deleted.map(each -> each == DeletionReason.DELETED)
                .orElseGet(() -> entry.value().kind() == Value.Kind.MARKER || entry.isVisible());
    }
}
