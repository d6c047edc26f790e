package io.giza.version;

import io.giza.commit.CommitResult;
import io.giza.model.DeletionReason;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.Value;
import io.giza.model.VersionId;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.stripe.FragmentProbe;
import io.giza.stripe.VersionFragments;

import java.util.Optional;

/**
 * What becomes of a null that a later one took the place of: once all fragments of the later one
 * were seen, a record deletes the earlier one. To be visible would be enough for readers; but what
 * was kept with all its parity is not given away for what may have none.
 *
 * <p>Without that record its fragments stay, because a reader that comes to it by passing over the
 * later one would take their absence for their never having been there.
 */
final class Supersession {
    private final VersionAccess access;
    private final FragmentProbe probe;
    private final int writeFormat;

    /**
     * Runs over one cluster as a cleaner.
     *
     * @param writeFormat the format of the records that it decides
     */
    Supersession(VersionAccess access, int writeFormat) {
        this.access = access;
        this.probe = new FragmentProbe(access.surroundings(), access.format());
        this.writeFormat = writeFormat;
    }

    /** The outcome for the version. */
    enum Outcome {
        /** A record deletes it now. */
        DELETED,
        /** Nothing is known to have taken its place. */
        NOT_SUPERSEDED,
        /** That could not be found out or decided; to be tried again. */
        UNDECIDED
    }

    /**
     * Deletes a version that was superseded.
     *
     * @param row the key's latest row, with the version and all later ones
     */
    Outcome deleteSuperseded(ObjectKey key, Row row, VersionId version) {
        Optional<Entry> entry = row.entry(version.version());
        if (entry.isEmpty() || !isNull(entry.get()) || Fold.isDeleted(row, version.version())) {
            return Outcome.NOT_SUPERSEDED;
        }
        boolean superseded =
                row.from(version.version() + 1).reversed().stream()
                        .filter(Supersession::isNull)
                        .anyMatch(later -> supersedes(key, row, later));
        return superseded ? decide(key, row, version) : Outcome.NOT_SUPERSEDED;
    }

    private boolean supersedes(ObjectKey key, Row row, Entry later) {
        if (later.value().kind() == Value.Kind.MARKER) {
            return true;
        }
        Optional<DeletionReason> reason = Fold.deletionReason(row, later.version());
        if (reason.isPresent()) {
            return reason.get() == DeletionReason.DELETED;
        }
        Manifest manifest = ManifestCodec.decode(later.value());
        if (manifest.fragmented().isEmpty()) {
            return true;
        }
        VersionFragments target =
                VersionFragments.of(key, later.value().id(), manifest, access.fragments());
        return access.rules()
                .supersedes(
                        probe.probe(target, _ -> false, access.after(access.timeouts().probe())));
    }

    private Outcome decide(ObjectKey key, Row row, VersionId version) {
        DeletionDraft draft =
                new DeletionDraft(
                        access,
                        key,
                        row,
                        new DeletionDraft.Request(
                                version,
                                OpId.random(access.surroundings().random()),
                                writeFormat,
                                DeletionReason.DELETED,
                                Supersession::isNotDeleted));
        return switch (draft.decide(row)) {
            case CommitResult.Committed _ -> Outcome.DELETED;
            case CommitResult.Withdrawn _ ->
                    draft.versionState() instanceof Fold.Deleted
                            ? Outcome.DELETED
                            : Outcome.UNDECIDED;
            case CommitResult.Repeated _,
                    CommitResult.Fenced _,
                    CommitResult.Unavailable _,
                    CommitResult.Unknown _ ->
                    Outcome.UNDECIDED;
        };
    }

    private static boolean isNotDeleted(Fold.VersionState state) {
        return switch (state) {
            case Fold.Live _, Fold.Superseded _ -> true;
            case Fold.Deleted _, Fold.NoVersion _, Fold.NeedsOlder _ -> false;
        };
    }

    private static boolean isNull(Entry entry) {
        return switch (entry.value().kind()) {
            case PUT, MARKER -> Mode.of(entry.value()).isNull();
            case DELETE_VERSIONS, ANNOTATE, NO_OP, REMOVE, DROP, VISIBLE -> false;
        };
    }
}
