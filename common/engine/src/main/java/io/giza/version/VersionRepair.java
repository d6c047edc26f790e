package io.giza.version;

import io.giza.erasure.ErasureCode;
import io.giza.model.DcName;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.replica.FragmentRepair;
import io.giza.stripe.FragmentProbe;
import io.giza.stripe.FragmentState;
import io.giza.stripe.VersionFragments;
import io.giza.stripe.read.ReadSettings;
import io.giza.stripe.repair.FragmentRebuilder;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What becomes of a visible version of which fragments are missing, because a data center was away
 * while it was put, or damaged, because a disk is no proof: they are made anew from the others. It
 * may be repeated, and run by several at once.
 */
public final class VersionRepair {
    /** What metrics call the outcomes, see {@link Outcome#tag}. */
    public static final List<String> TAGS =
            List.of("whole", "nothing", "unsettled", "lost", "undecided");

    private final VersionAccess access;
    private final Map<DcName, FragmentRepair> repairs;
    private final FragmentProbe probe;
    private final FragmentRebuilder rebuilder;

    /**
     * Runs over one cluster.
     *
     * @param repairs the stores of all data centers
     */
    public VersionRepair(VersionAccess access, Map<DcName, FragmentRepair> repairs) {
        this.access = access;
        this.repairs = Map.copyOf(repairs);
        this.probe = new FragmentProbe(access.surroundings(), access.format());
        this.rebuilder = new FragmentRebuilder(access.surroundings(), access.format());
    }

    /** The outcome for the version. */
    public sealed interface Outcome {
        /** Returns what metrics call it. */
        default String tag() {
            return switch (this) {
                case Whole _ -> "whole";
                case NotApplicable _ -> "nothing";
                case Unsettled _ -> "unsettled";
                case Lost _ -> "lost";
                case Undecided _ -> "undecided";
            };
        }

        /** Tells whether nothing is left that another try may do. */
        default boolean isDone() {
            return switch (this) {
                case Whole _, NotApplicable _, Lost _ -> true;
                case Unsettled _, Undecided _ -> false;
            };
        }
    }

    /**
     * All its fragments are there.
     *
     * @param rebuilt how many of them were made now
     * @param bytes how many bytes of fragments that were
     */
    public record Whole(int rebuilt, long bytes) implements Outcome {}

    /** There is nothing to repair: no such version, none with fragments, or a deleted one. */
    public record NotApplicable() implements Outcome {}

    /** Nobody knows yet whether it is visible: that is for a cleaner to settle. */
    public record Unsettled() implements Outcome {}

    /** Too little of it is left anywhere. */
    public record Lost(List<FragmentState> states) implements Outcome {
        public Lost {
            states = List.copyOf(states);
        }
    }

    /** To be tried again later. */
    public record Undecided(String detail) implements Outcome {}

    /**
     * How much is left of a version.
     *
     * @param tolerableLosses how many more of its fragments it bears to lose, negative if too many
     *     are lost
     */
    public record Condition(int tolerableLosses, boolean isWhole) {}

    /**
     * What whoever asks for a repair has seen, and a quorum of rows or a look at headers may not
     * tell.
     *
     * @param damaged the fragments that look whole and are not, by their index
     * @param degraded whether some row says that a fragment was missing
     */
    public record Symptoms(Set<Integer> damaged, boolean degraded) {
        /** Nothing in particular. */
        public static final Symptoms NONE = new Symptoms(Set.of(), false);

        /** Some row says that a fragment was missing. */
        public static final Symptoms DEGRADED = new Symptoms(Set.of(), true);

        public Symptoms {
            damaged = Set.copyOf(damaged);
        }

        /** A fragment looks whole and is not. */
        public static Symptoms damaged(int index) {
            return new Symptoms(Set.of(index), false);
        }
    }

    /** Looks how much is left of a version; empty if there is nothing to repair. */
    public Optional<Condition> diagnose(ObjectKey key, Entry entry) {
        return fragmented(key, entry)
                .map(
                        manifest -> {
                            VersionFragments target = target(key, entry, manifest);
                            List<FragmentState> states = probe(target);
                            int data =
                                    (int)
                                            states.stream()
                                                    .filter(FragmentState.DATA::equals)
                                                    .count();
                            return new Condition(
                                    data - target.layout().coding().dataFragments(),
                                    data == states.size());
                        });
    }

    /** Makes anew what is missing of a version, as far as that is possible now. */
    public Outcome repair(ObjectKey key, PutId put, Symptoms signs) {
        Outcome outcome = attempt(key, put, signs);
        access.metrics().repaired(outcome);
        return outcome;
    }

    private Outcome attempt(ObjectKey key, PutId put, Symptoms signs) {
        Optional<Row> row = whole(key);
        if (row.isEmpty()) {
            return new Undecided("no quorum answered");
        }
        Optional<Entry> entry = liveEntry(row.get(), put);
        Optional<Manifest> manifest = entry.flatMap(each -> fragmented(key, each));
        if (entry.isEmpty() || manifest.isEmpty()) {
            return new NotApplicable();
        }
        if (!entry.get().isVisible()) {
            return new Unsettled();
        }
        VersionFragments target = target(key, entry.get(), manifest.get());
        return repair(target, signs, key, row.get(), entry.get());
    }

    private Optional<Row> whole(ObjectKey key) {
        return access.latest(key).flatMap(row -> access.withOlder(key, row));
    }

    private static Optional<Entry> liveEntry(Row row, PutId put) {
        return row.log().stream()
                .filter(each -> each.value().id().equals(put))
                .findFirst()
                .filter(each -> !Fold.isDeleted(row, each.version()));
    }

    /** Its fragments may have been collected since its row was read. */
    private Outcome lost(ObjectKey key, PutId put, List<FragmentState> states) {
        Optional<Row> now = whole(key);
        if (now.isEmpty()) {
            return new Undecided("no quorum answered");
        }
        if (liveEntry(now.get(), put).flatMap(each -> fragmented(key, each)).isEmpty()) {
            return new NotApplicable();
        }
        // Rather one alarm too many than one too few.
        access.metrics().lost();
        return new Lost(states);
    }

    private Outcome repair(
            VersionFragments target, Symptoms signs, ObjectKey key, Row row, Entry entry) {
        ErasureCode code = ErasureCode.of(target.layout().coding());
        List<FragmentState> states = new ArrayList<>(probe(target));
        signs.damaged().forEach(index -> states.set(index, FragmentState.POISON));
        switch (access.rules().judge(code, states)) {
            case VISIBLE, DECODABLE -> {}
            case UNCLEAR -> {
                return new Undecided("fragments are " + states);
            }
            case INVISIBLE -> {
                return lost(key, entry.value().id(), states);
            }
        }
        int rebuilt = 0;
        Map<Integer, FragmentRebuilder.Outcome> failed = new TreeMap<>();
        for (int index = 0; index < states.size(); index++) {
            if (access.rules().isRebuilt(states.get(index))) {
                continue;
            }
            FragmentRebuilder.Outcome outcome = rebuild(target, index);
            switch (outcome) {
                case STORED -> rebuilt++;
                case TAKEN -> {}
                case TOO_FEW, UNKNOWN -> failed.put(index, outcome);
            }
        }
        if (!failed.isEmpty()) {
            return new Undecided("fragments are not rebuilt: " + failed);
        }
        boolean wasDegraded =
                signs.degraded()
                        || entry.resolution() == Resolution.DEGRADED
                        || entry.resolution() == Resolution.REPAIRED;
        return !wasDegraded || record(key, row, entry)
                ? new Whole(rebuilt, rebuilt * target.layout().bodyLength())
                : new Undecided("no quorum knows yet that the version is whole");
    }

    /**
     * A row that is not told would have workers look at the version again. But a data center that
     * is away must not hold up the repair of another data center, so it gets a hint.
     */
    private boolean record(ObjectKey key, Row row, Entry entry) {
        return access.metadata()
                .resolutions()
                .recordAtQuorum(
                        key,
                        row.generation(),
                        new Entry(entry.version(), entry.value(), Resolution.REPAIRED),
                        access.after(access.timeouts().commit()));
    }

    private FragmentRebuilder.Outcome rebuild(VersionFragments target, int index) {
        FragmentRepair repair = repairs.get(target.stores().get(index).dc());
        if (repair == null) {
            return FragmentRebuilder.Outcome.UNKNOWN;
        }
        Duration timeout = access.timeouts().probe();
        return rebuilder.rebuild(
                target,
                index,
                repair.replacing(access.metadata().group().epoch()),
                new ReadSettings(
                        List.of(access.metadata().group().home()), timeout.dividedBy(10), timeout));
    }

    private List<FragmentState> probe(VersionFragments target) {
        return probe.probe(target, _ -> false, access.after(access.timeouts().probe()));
    }

    private VersionFragments target(ObjectKey key, Entry entry, Manifest manifest) {
        return VersionFragments.of(key, entry.value().id(), manifest, access.fragments());
    }

    private static Optional<Manifest> fragmented(ObjectKey key, Entry entry) {
        return entry.value().kind() != Value.Kind.PUT || key.holdsRecords() || entry.isTruncated()
                ? Optional.empty()
                : Optional.of(ManifestCodec.decode(entry.value()))
                        .filter(manifest -> manifest.fragmented().isPresent());
    }
}
