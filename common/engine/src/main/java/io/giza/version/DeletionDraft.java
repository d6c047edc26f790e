package io.giza.version;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.lock.LockPermit;
import io.giza.lock.VersionLock;
import io.giza.model.Command;
import io.giza.model.DeletionReason;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.model.VersionId;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.AnnotationCodec;

import java.util.Optional;
import java.util.function.Predicate;

/**
 * The record that deletes one version for good. It is proposed right after a state in which the
 * version stands as it has to, and if another record takes its place, the next state is looked at:
 * so no version is deleted on the strength of a state that is over, nor one that was locked by
 * then.
 */
public final class DeletionDraft implements Draft {
    private final VersionAccess access;
    private final ObjectKey key;
    private final VersionId version;
    private final Value record;
    private final Request request;
    private boolean isLocked;
    private Fold.VersionState versionState = new Fold.NoVersion();

    /**
     * Makes the record of an attempt.
     *
     * @param start the row that the attempt starts from, which gives it its base
     * @param request what is to be deleted, and for whom
     */
    public DeletionDraft(VersionAccess access, ObjectKey key, Row start, Request request) {
        this.access = access;
        this.key = key;
        this.version = request.version;
        this.request = request;
        this.record = record(access, start, request);
    }

    /** Makes the record alone, for who knows by other means how the version stands. */
    public static Value record(VersionAccess access, Row start, Request request) {
        return new Value(
                request.format,
                PutId.random(access.surroundings().random()),
                start.fence(),
                request.op,
                new Command.DeleteVersion(
                        request.version.version(),
                        request.reason.body(access.surroundings().time().instant())));
    }

    /**
     * What is to be deleted.
     *
     * @param version the version
     * @param op the operation that wants it
     * @param format the format of the record
     * @param reason why it is deleted
     * @param condition how the version has to stand
     * @param permit what is held against its lock
     */
    public record Request(
            VersionId version,
            OpId op,
            int format,
            DeletionReason reason,
            Predicate<Fold.VersionState> condition,
            LockPermit permit) {
        /** Asks for the end of a version that is not locked. */
        public Request(
                VersionId version,
                OpId op,
                int format,
                DeletionReason reason,
                Predicate<Fold.VersionState> condition) {
            this(version, op, format, reason, condition, LockPermit.NONE);
        }
    }

    @Override
    public Optional<Value> proposalAfter(Row row) {
        Standing standing = standing(access, key, row, version);
        versionState = standing.state();
        isLocked = isLocked(standing);
        return request.condition.test(versionState) && !isLocked
                ? Optional.of(record)
                : Optional.empty();
    }

    /** What is given up was never seen, and nobody was told that it is locked. */
    private boolean isLocked(Standing standing) {
        if (request.reason == DeletionReason.GIVEN_UP) {
            return false;
        }
        VersionLock lock =
                entryOf(standing.state())
                        .map(entry -> AnnotationCodec.lock(standing.row(), entry))
                        .orElse(VersionLock.NONE);
        return !access.rules().mayDelete(lock, request.permit);
    }

    /** Tells whether the version was locked in the last state that was looked at. */
    public boolean isLocked() {
        return isLocked;
    }

    /**
     * Has the record decided, for as long as a commit may take.
     *
     * @param start the row to begin with
     */
    CommitResult decide(Row start) {
        return access.metadata()
                .committer()
                .append(key, this, start, null, access.after(access.timeouts().commit()));
    }

    /** Returns what the last state that was looked at said of the version. */
    public Fold.VersionState versionState() {
        return versionState;
    }

    /** Returns the version that stands so, if there is one. */
    static Optional<Entry> entryOf(Fold.VersionState state) {
        return switch (state) {
            case Fold.Live(Entry entry) -> Optional.of(entry);
            case Fold.Deleted(Entry entry) -> Optional.of(entry);
            case Fold.Superseded(Entry entry) -> Optional.of(entry);
            case Fold.NoVersion _, Fold.NeedsOlder _ -> Optional.empty();
        };
    }

    /**
     * Returns what a row says of a version, reading older versions where need be; NeedsOlder only
     * if they cannot be read.
     */
    public static Fold.VersionState versionState(
            VersionAccess access, ObjectKey key, Row row, VersionId version) {
        return standing(access, key, row, version).state();
    }

    /**
     * How a version stands.
     *
     * @param row the row, with the version and all later ones where it has the version
     */
    public record Standing(Row row, Fold.VersionState state) {}

    /** Returns how a version stands in a row, as {@link #versionState}. */
    public static Standing standing(
            VersionAccess access, ObjectKey key, Row row, VersionId version) {
        if (row.generation() != version.generation()) {
            return new Standing(row, new Fold.NoVersion());
        }
        Row held = row;
        Fold.VersionState state = Fold.versionState(row, version.version());
        if (state instanceof Fold.NeedsOlder) {
            held = access.withOlder(key, row).orElse(row);
            state = Fold.versionState(held, version.version());
        }
        Optional<Entry> entry = entryOf(state);
        return entry.isPresent() && !entry.get().value().id().equals(version.putId())
                ? new Standing(held, new Fold.NoVersion())
                : new Standing(held, state);
    }
}
