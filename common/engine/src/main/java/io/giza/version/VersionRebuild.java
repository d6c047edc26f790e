package io.giza.version;

import io.giza.concurrent.Deadline;
import io.giza.erasure.ErasureCode;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.model.VersionId;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.replica.FragmentRepair;
import io.giza.replica.FragmentStore;
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
import java.util.function.Supplier;

/**
 * What becomes of one version and a store that took the place of a lost one: what the store is due
 * is rebuilt from the other fragments if the version is visible. If it is not, its put is settled
 * as a cleaner settles it, and given up for lost where nothing but the lost fragment could have
 * made it visible.
 *
 * <p>May be repeated, and run by several at once. Once every version of every key was found to be
 * over, or of no matter, or its fragments there, or lost, in reads of the epoch in which the store
 * took its place, the store may be declared rebuilt ({@code TableOrder.Activate}): a version that
 * is chosen later from an old vote was visible to nobody before the store was lost.
 */
public final class VersionRebuild {
    private final VersionAccess access;
    private final FragmentRepair repair;
    private final FragmentProbe probe;
    private final FragmentRebuilder rebuilder;
    private final Abandonment abandonment;

    /**
     * Runs over one cluster.
     *
     * @param repair the store that took the place of a lost one
     * @param writeFormat the format of the records that it decides
     */
    public VersionRebuild(VersionAccess access, FragmentRepair repair, int writeFormat) {
        this.access = access;
        this.repair = repair;
        this.probe = new FragmentProbe(access.surroundings(), access.format());
        this.rebuilder = new FragmentRebuilder(access.surroundings(), access.format());
        this.abandonment = new Abandonment(access, Map.of(repair.dc(), repair), writeFormat);
    }

    /** The outcome for the version's fragments in the store. */
    public sealed interface Outcome {}

    /**
     * Of all that the store is due nothing is missing.
     *
     * @param rebuilt how many fragments were made now
     * @param bytes how many bytes of fragments that were
     */
    public record Whole(int rebuilt, long bytes) implements Outcome {}

    /** The store is due nothing: no such version, none with data, or none of it there. */
    public record NotApplicable() implements Outcome {}

    /** The version is deleted by decision. */
    public record Deleted() implements Outcome {}

    /** Too little of it is left anywhere: an alarm was given, and it is not to be read any more. */
    public record Lost() implements Outcome {}

    /** To be tried again later. */
    public record Undecided(String detail) implements Outcome {}

    /** Rebuilds what the store is due of a version, as far as that is possible now. */
    public Outcome rebuild(ObjectKey key, VersionId version) {
        Optional<Row> latest = access.latest(key);
        if (latest.isEmpty()) {
            return new Undecided("no quorum answered");
        }
        return switch (DeletionDraft.versionState(access, key, latest.get(), version)) {
            case Fold.NoVersion _ -> new NotApplicable();
            case Fold.NeedsOlder _ -> new Undecided("older versions cannot be read");
            case Fold.Deleted _ -> new Deleted();
            case Fold.Live(Entry entry) -> rebuild(key, version, latest.get(), entry);
            // Until a record deletes it, it is a version like others.
            case Fold.Superseded(Entry entry) -> rebuild(key, version, latest.get(), entry);
        };
    }

    private Outcome rebuild(ObjectKey key, VersionId version, Row row, Entry entry) {
        if (entry.value().kind() != Value.Kind.PUT || key.holdsRecords()) {
            return new NotApplicable();
        }
        Manifest manifest = ManifestCodec.decode(entry.value());
        if (manifest.fragmented().isEmpty()) {
            return new NotApplicable();
        }
        VersionFragments target =
                VersionFragments.of(key, entry.value().id(), manifest, access.fragments());
        List<Integer> expected = expectedIndices(target);
        if (expected.isEmpty()) {
            return new NotApplicable();
        }
        ErasureCode code = ErasureCode.of(manifest.fragmented().get().coding());
        List<FragmentState> states =
                probe.probe(target, _ -> false, access.after(access.timeouts().probe()));
        if (expected.stream().allMatch(index -> access.rules().isRebuilt(states.get(index)))) {
            return new Whole(0, 0);
        }
        boolean decodes = access.rules().judge(code, states) == Visibility.VISIBLE;
        boolean isVisible =
                entry.isVisible()
                        || access.rules().judgeVisibility(manifest.fragmented().get(), states)
                                == Visibility.VISIBLE;
        if (decodes && isVisible) {
            return rebuild(target, expected, states);
        }
        if (entry.isVisible()) {
            return lost(key, row, entry, code, states);
        }
        return settle(
                key,
                version,
                () ->
                        decodes
                                ? rebuild(target, expected, states)
                                : new Undecided("it became visible just now"));
    }

    /** Settles the put as a cleaner does, of which it is not known whether it is visible. */
    private Outcome settle(ObjectKey key, VersionId version, Supplier<Outcome> whenVisible) {
        return switch (abandonment.settle(key, version)) {
            case Abandonment.Visible _ -> whenVisible.get();
            case Abandonment.Deleted _ -> new Deleted();
            case Abandonment.Lost _ -> new Lost();
            case Abandonment.NotApplicable _ -> new NotApplicable();
            case Abandonment.Undecided undecided -> new Undecided(undecided.detail());
        };
    }

    /** Poison is not missing: to put DATA in its place is a repair as in every other store. */
    private static boolean isMissing(FragmentState state) {
        return switch (state) {
            case DATA, POISON -> false;
            case ABSENT, FORGOTTEN, UNKNOWN -> true;
        };
    }

    private List<Integer> expectedIndices(VersionFragments target) {
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < target.stores().size(); i++) {
            if (target.stores().get(i).dc().equals(repair.dc())) {
                expected.add(i);
            }
        }
        return expected;
    }

    /**
     * A version that was seen is never deleted for its data; who reads it is told that. All rows
     * have to know that it was seen, or else it would be passed over, and given up, as one that
     * never was.
     */
    private Outcome lost(
            ObjectKey key, Row row, Entry entry, ErasureCode code, List<FragmentState> states) {
        List<FragmentState> left =
                states.stream()
                        .map(each -> each == FragmentState.FORGOTTEN ? FragmentState.ABSENT : each)
                        .toList();
        if (access.rules().judge(code, left) != Visibility.INVISIBLE) {
            return new Undecided("fragments are " + states);
        }
        if (isDeletedNow(key, row, entry)) {
            return new Deleted();
        }
        access.metrics().lost();
        return recordEverywhere(key, row, entry)
                ? new Lost()
                : new Undecided("some rows do not know yet that the version was seen");
    }

    /** Its fragments may have been collected since its row was read. */
    private boolean isDeletedNow(ObjectKey key, Row row, Entry entry) {
        VersionId version = new VersionId(row.generation(), entry.version(), entry.value().id());
        return access.latest(key)
                .map(now -> DeletionDraft.versionState(access, key, now, version))
                .filter(now -> now instanceof Fold.Deleted || now instanceof Fold.NoVersion)
                .isPresent();
    }

    private boolean recordEverywhere(ObjectKey key, Row row, Entry entry) {
        Deadline deadline = access.after(access.timeouts().commit());
        access.metadata().committer().install(key, row, deadline);
        return access.metadata()
                .resolutions()
                .recordEverywhere(key, row.generation(), entry, deadline);
    }

    private Outcome rebuild(
            VersionFragments target, List<Integer> expected, List<FragmentState> states) {
        FragmentStore into = repair.rebuilding(access.metadata().group().epoch());
        Duration timeout = access.timeouts().probe();
        ReadSettings settings =
                new ReadSettings(
                        List.of(access.metadata().group().home()), timeout.dividedBy(10), timeout);
        int rebuilt = 0;
        for (int index : expected) {
            if (!isMissing(states.get(index))) {
                continue;
            }
            FragmentRebuilder.Outcome outcome = rebuilder.rebuild(target, index, into, settings);
            if (outcome != FragmentRebuilder.Outcome.STORED) {
                return new Undecided("fragment " + index + " is not rebuilt: " + outcome);
            }
            rebuilt++;
        }
        return new Whole(rebuilt, rebuilt * target.layout().bodyLength());
    }
}
