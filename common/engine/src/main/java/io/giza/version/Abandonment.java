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
import io.giza.replica.FragmentStore;
import io.giza.stripe.FragmentProbe;
import io.giza.stripe.FragmentState;
import io.giza.stripe.PutSpec;
import io.giza.stripe.VersionFragments;
import io.giza.stripe.repair.FragmentPoisoner;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
    private final VersionAccess access;
    private final FragmentProbe probe;
    private final FragmentPoisoner poisoner;
    private final VisibleRecord resolveVisible;
    private final SharedClock clock;
    private final Map<DcName, FragmentRepair> repairs;
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
        this.repairs = Map.copyOf(repairs);
        this.probe = new FragmentProbe(access.surroundings(), access.format());
        this.poisoner = new FragmentPoisoner(access.surroundings(), access.format());
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
            decision.recordResolution(key, row, entry, Resolution.VISIBLE);
            return new Visible();
        }
        Manifest.Fragmented data = manifest.fragmented().get();
        ErasureCode code = ErasureCode.of(data.coding());
        VersionFragments target =
                VersionFragments.of(key, entry.value().id(), manifest, access.fragments());
        List<FragmentState> states =
                probe.probe(
                        target,
                        seen -> access.rules().judgeVisibility(data, seen) == Visibility.VISIBLE,
                        access.after(access.timeouts().probe()));
        boolean lost = false;
        if (access.rules().judge(code, states) != Visibility.VISIBLE) {
            states = poison(target, entry, states, access.rules().toPoison(states));
            lost =
                    !repairs.isEmpty()
                            && !access.rules().mayAbandon(data, states)
                            && access.rules().isLostWithItsStore(code, states);
            states = lost ? poisonForgotten(target, entry, states) : states;
        }
        if (access.rules().judge(code, states) == Visibility.VISIBLE) {
            boolean isWhole = states.stream().allMatch(each -> each == FragmentState.DATA);
            Resolution seen = isWhole ? Resolution.VISIBLE : Resolution.DEGRADED;
            return access.rules().judgeVisibility(data, states) == Visibility.VISIBLE
                    ? resolveVisible(key, row, entry, seen)
                    : decideVisible(key, row, version, entry, seen);
        }
        if (!access.rules().mayAbandon(data, states)) {
            return new Undecided("fragments are " + states);
        }
        Optional<Outcome> obstacle = recheckRow(key, version).or(this::disagreement);
        if (obstacle.isPresent()) {
            return obstacle.get();
        }
        if (lost) {
            // Rather one alarm too many than one too few.
            access.metrics().lost();
        }
        Outcome outcome = decision.decide(key, row, version);
        return lost && outcome instanceof Deleted ? new Lost() : outcome;
    }

    private Visible resolveVisible(ObjectKey key, Row row, Entry entry, Resolution seen) {
        decision.recordResolution(key, row, entry, seen);
        return new Visible();
    }

    private Outcome decideVisible(
            ObjectKey key, Row row, VersionId version, Entry entry, Resolution seen) {
        return switch (resolveVisible.decide(key, row, version)) {
            case VisibleRecord.Visible _ -> resolveVisible(key, row, entry, seen);
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

    /** What is forgotten, and all else would not decode without it, is poisoned as a recovery. */
    private List<FragmentState> poisonForgotten(
            VersionFragments target, Entry entry, List<FragmentState> states) {
        long epoch = access.metadata().group().epoch();
        Set<Integer> indices = new HashSet<>();
        List<FragmentStore> stores = new ArrayList<>(target.stores());
        for (int i = 0; i < states.size(); i++) {
            FragmentRepair repair = repairs.get(stores.get(i).dc());
            if (states.get(i) == FragmentState.FORGOTTEN && repair != null) {
                indices.add(i);
                stores.set(i, repair.rebuilding(epoch));
            }
        }
        return poison(target.withStores(stores), entry, states, indices);
    }

    private List<FragmentState> poison(
            VersionFragments target,
            Entry entry,
            List<FragmentState> states,
            Set<Integer> indices) {
        return poisoner.poison(
                target,
                new PutSpec.Stamp(
                        target.account(), entry.value().base(), access.metadata().group().epoch()),
                states,
                indices,
                access.after(access.timeouts().probe()));
    }
}
