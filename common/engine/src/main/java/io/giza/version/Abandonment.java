package io.giza.version;

import io.giza.erasure.ErasureCode;
import io.giza.model.DcName;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.model.VersionId;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.replica.FragmentRepair;
import io.giza.stripe.FragmentProbe;
import io.giza.stripe.FragmentState;
import io.giza.stripe.VersionFragments;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What becomes of a put that was chosen and whose data may never come, because its gateway died: it
 * is found to be visible after all, or made impossible and then deleted by decision.
 *
 * <p>Its order is its safety. First the names that are free are poisoned, so that an owner that
 * merely was slow is refused where it comes too late. Where a fragment that the version needs is
 * poison then, nobody saw all of them, and whoever was shown it has a record that says that it is
 * visible. If none comes first the deletion is decided, by a quorum, whoever is out of reach; from
 * then on every reader passes the version over. Of a version from before there were such records
 * all that is not poison must not decode. The poison stays, because the owner may still be about to
 * upload ({@link PoisonAge}).
 *
 * <p>A recovery also gives up what was lost with a store for good: where all that is left would not
 * decode without the fragment that the lost store may have had, it poisons that name too. Such a
 * version may have been acknowledged, so that is an alarm; without it, nobody could ever read the
 * object again.
 */
public final class Abandonment {
    /** What metrics call the outcomes, see {@link Outcome#tag}. */
    public static final List<String> TAGS =
            List.of("visible", "deleted", "lost", "nothing", "undecided");

    private final VersionAccess access;
    private final FragmentProbe probe;
    private final AbandonmentPoison poison;
    private final VisibleRecord resolveVisible;
    private final SharedClock clock;
    private final AbandonmentDecision decision;

    /**
     * Runs over one cluster as a cleaner.
     *
     * @param writeFormat the format of the records that it decides
     */
    public Abandonment(VersionAccess access, int writeFormat) {
        this(access, Map.of(), writeFormat);
    }

    /**
     * Runs over one cluster as a recovery.
     *
     * @param repairs the stores that took the place of lost ones
     * @param writeFormat the format of the records that it decides
     */
    public Abandonment(VersionAccess access, Map<DcName, FragmentRepair> repairs, int writeFormat) {
        this.access = access;
        this.probe = new FragmentProbe(access.surroundings(), access.format());
        this.poison = new AbandonmentPoison(access, repairs);
        this.resolveVisible = new VisibleRecord(access);
        this.clock = new SharedClock(access);
        this.decision = new AbandonmentDecision(access, writeFormat);
    }

    /** What became of the version. */
    public sealed interface Outcome {
        /** Returns what metrics call it. */
        default String tag() {
            return switch (this) {
                case Visible _ -> "visible";
                case Deleted _ -> "deleted";
                case Lost _ -> "lost";
                case NotApplicable _ -> "nothing";
                case Undecided _ -> "undecided";
            };
        }
    }

    /** Its data decodes; the rows are told. */
    public record Visible() implements Outcome {}

    /** It is deleted by decision, now or earlier: it never can be, or no longer is, visible. */
    public record Deleted() implements Outcome {}

    /** It is deleted by decision, though it may have been visible before a store was lost. */
    public record Lost() implements Outcome {}

    /** There is nothing to settle: no such version, or one that is no put. */
    public record NotApplicable() implements Outcome {}

    /** It may still become visible; to be tried again later. */
    public record Undecided(String detail) implements Outcome {}

    /** Settles a version, as far as that is possible now. */
    public Outcome settle(ObjectKey key, VersionId version) {
        Outcome outcome = attempt(key, version);
        access.metrics().abandoned(outcome);
        return outcome;
    }

    private Outcome attempt(ObjectKey key, VersionId version) {
        Optional<Row> latest = access.latest(key);
        if (latest.isEmpty()) {
            return new Undecided("no quorum answered");
        }
        return switch (DeletionDraft.versionState(access, key, latest.get(), version)) {
            case Fold.NoVersion _ -> new NotApplicable();
            case Fold.NeedsOlder _ -> new Undecided("older versions cannot be read");
            case Fold.Deleted _ -> new Deleted();
            case Fold.Live(Entry entry) -> settle(key, latest.get(), version, entry);
            // What took its place does not keep its owner from storing fragments: poison does.
            case Fold.Superseded(Entry entry) -> settle(key, latest.get(), version, entry);
        };
    }

    private Outcome settle(ObjectKey key, Row row, VersionId version, Entry entry) {
        if (entry.value().kind() != Value.Kind.PUT || key.holdsRecords()) {
            return new NotApplicable();
        }
        Manifest manifest = ManifestCodec.decode(entry.value());
        if (entry.isVisible()) {
            return new Visible();
        }
        if (manifest.fragmented().isEmpty()) {
            // Visible since it was chosen; its gateway may have died before the rows were told.
            return resolveVisible(key, row, entry, Resolution.VISIBLE);
        }
        return settle(
                new FragmentedPut(
                        key,
                        row,
                        version,
                        entry,
                        manifest.fragmented().get(),
                        VersionFragments.of(
                                key, entry.value().id(), manifest, access.fragments())));
    }

    /**
     * A put whose data is in fragments.
     *
     * @param row the key's row, in which it stands as {@code entry}
     * @param data what its record says of its fragments
     * @param target where they are
     */
    private record FragmentedPut(
            ObjectKey key,
            Row row,
            VersionId version,
            Entry entry,
            Manifest.Fragmented data,
            VersionFragments target) {}

    private Outcome settle(FragmentedPut put) {
        List<FragmentState> found =
                probe.probe(
                        put.target(),
                        seen ->
                                access.rules().judgeVisibility(put.data(), seen)
                                        == Visibility.VISIBLE,
                        access.after(access.timeouts().probe()));
        if (decodes(put, found)) {
            return keep(put, found);
        }
        var poisoned = poison.poison(put.target(), put.entry(), put.data(), found);
        return decodes(put, poisoned.states())
                ? keep(put, poisoned.states())
                : abandon(put, poisoned);
    }

    private boolean decodes(FragmentedPut put, List<FragmentState> states) {
        ErasureCode code = ErasureCode.of(put.data().coding());
        return access.rules().judge(code, states) == Visibility.VISIBLE;
    }

    /**
     * Of a put that decodes the rows are told, if need be after a record says that it is visible.
     */
    private Outcome keep(FragmentedPut put, List<FragmentState> states) {
        boolean isWhole = states.stream().allMatch(each -> each == FragmentState.DATA);
        Resolution seen = isWhole ? Resolution.VISIBLE : Resolution.DEGRADED;
        return access.rules().judgeVisibility(put.data(), states) == Visibility.VISIBLE
                ? resolveVisible(put.key(), put.row(), put.entry(), seen)
                : decideVisible(put, seen);
    }

    /** Decides the deletion, unless somebody may have seen the version. */
    private Outcome abandon(FragmentedPut put, AbandonmentPoison.Poisoned poisoned) {
        if (!access.rules().mayAbandon(put.data(), poisoned.states())) {
            return new Undecided("fragments are " + poisoned.states());
        }
        Optional<Outcome> obstacle = recheckRow(put.key(), put.version()).or(this::disagreement);
        if (obstacle.isPresent()) {
            return obstacle.get();
        }
        if (poisoned.isLost()) {
            // Rather one alarm too many than one too few.
            access.metrics().lost();
        }
        Outcome outcome = decision.decide(put.key(), put.row(), put.version());
        return poisoned.isLost() && outcome instanceof Deleted ? new Lost() : outcome;
    }

    private Visible resolveVisible(ObjectKey key, Row row, Entry entry, Resolution seen) {
        decision.recordResolution(key, row, entry, seen);
        return new Visible();
    }

    private Outcome decideVisible(FragmentedPut put, Resolution seen) {
        return switch (resolveVisible.decide(put.key(), put.row(), put.version())) {
            case VisibleRecord.Visible _ -> resolveVisible(put.key(), put.row(), put.entry(), seen);
            case VisibleRecord.Deleted _ -> new Deleted();
            case VisibleRecord.Undecided(String detail) -> new Undecided(detail);
        };
    }

    /**
     * Whoever declares a store rebuilt told every row before of the versions that were seen and are
     * lost with the one before it. So what says so stands in the row now, if the look met such a
     * store.
     */
    private Optional<Outcome> recheckRow(ObjectKey key, VersionId version) {
        Optional<Row> now = access.latest(key);
        if (now.isEmpty()) {
            return Optional.of(new Undecided("no quorum answered"));
        }
        Fold.VersionState state = DeletionDraft.versionState(access, key, now.get(), version);
        return switch (state) {
            case Fold.Live _, Fold.Superseded _ ->
                    decision.mayBeAbandoned(state)
                            ? Optional.empty()
                            : Optional.of(new Undecided("the version was seen"));
            case Fold.Deleted _ -> Optional.of(new Deleted());
            case Fold.NoVersion _, Fold.NeedsOlder _ ->
                    Optional.of(new Undecided("the version is out of sight"));
        };
    }

    /** The record says when it was decided, since from then on the poison has to stay. */
    private Optional<Outcome> disagreement() {
        return clock.disagreement(access.after(access.timeouts().read())).map(Undecided::new);
    }
}
