package io.giza.version;

import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.model.VersionId;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.replica.FragmentStore;
import io.giza.stripe.VersionFragments;
import io.giza.stripe.repair.FragmentRemover;
import io.giza.stripe.repair.FragmentRemover.Removal;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What becomes of a deleted version's fragments: a quorum says that the version is deleted by
 * decision, and only then they are deleted in every data center. A null that a later one took the
 * place of is deleted by decision first. It may be repeated at any time; a data center that does
 * not confirm leaves it pending.
 */
public final class VersionCollection {
    /** What metrics call the outcomes, see {@link Outcome#tag}. */
    public static final List<String> TAGS = List.of("collected", "live", "pending");

    private final VersionAccess access;
    private final FragmentRemover remover;
    private final Supersession supersession;

    /**
     * Runs over one cluster as a cleaner.
     *
     * @param writeFormat the format of the records that it decides
     */
    public VersionCollection(VersionAccess access, int writeFormat) {
        this.access = access;
        this.supersession = new Supersession(access, writeFormat);
        this.remover = new FragmentRemover(access.surroundings(), access.format());
    }

    /** The outcome for the fragments. */
    public sealed interface Outcome {
        /** Returns what metrics call it. */
        default String tag() {
            return switch (this) {
                case Collected _ -> "collected";
                case NotDeleted _ -> "live";
                case Pending _ -> "pending";
            };
        }
    }

    /**
     * Every data center confirmed that nothing of the version is there, but for poison.
     *
     * @param poisonLeft whether poison is there, to be collected once it is old enough
     */
    public record Collected(boolean poisonLeft) implements Outcome {}

    /** No deletion of this version is decided; nothing was touched. */
    public record NotDeleted() implements Outcome {}

    /** To be tried again later: some data centers did not confirm, or no quorum answered. */
    public record Pending(Set<String> unconfirmed) implements Outcome {
        public Pending {
            unconfirmed = Set.copyOf(unconfirmed);
        }
    }

    /**
     * Deletes the fragments of a deleted version.
     *
     * @param age OUTLIVED only if all poison of the version is known to be older than {@link
     *     PoisonAge#MIN_AGE}
     */
    public Outcome collect(ObjectKey key, VersionId version, PoisonAge age) {
        Outcome outcome = attempt(key, version, age);
        access.metrics().collected(outcome);
        return outcome;
    }

    private Outcome attempt(ObjectKey key, VersionId version, PoisonAge age) {
        Optional<Row> latest = access.latest(key);
        if (latest.isEmpty()) {
            return new Pending(Set.of("metadata"));
        }
        Row row = latest.get();
        if (row.generation() == version.generation()
                && version.version() <= row.chosen()
                && row.entry(version.version()).isEmpty()) {
            Optional<Row> longer = access.withOlder(key, row);
            if (longer.isEmpty()) {
                return new Pending(Set.of("metadata"));
            }
            row = longer.get();
        }
        Optional<Entry> entry =
                row.generation() == version.generation()
                        ? row.entry(version.version())
                        : Optional.empty();
        if (entry.filter(each -> each.value().id().equals(version.putId())).isEmpty()) {
            return new NotDeleted();
        }
        if (!access.rules().mayCollect(row, version.version())) {
            if (!access.rules().maySupersede(key)) {
                return new NotDeleted();
            }
            switch (supersession.deleteSuperseded(key, row, version)) {
                case DELETED -> {}
                case NOT_SUPERSEDED -> {
                    return new NotDeleted();
                }
                case UNDECIDED -> {
                    return new Pending(Set.of("metadata"));
                }
            }
        }
        return entry.get().isTruncated()
                ? new Collected(false)
                : remove(key, entry.get().value(), age);
    }

    private Outcome remove(ObjectKey key, Value value, PoisonAge age) {
        if (value.kind() != Value.Kind.PUT || key.holdsRecords()) {
            return new Collected(false);
        }
        Manifest manifest = ManifestCodec.decode(value);
        if (manifest.fragmented().isEmpty()) {
            return new Collected(false);
        }
        VersionFragments target =
                VersionFragments.of(key, value.id(), manifest, access.fragments());
        List<Removal> removals =
                remover.remove(
                        target,
                        access.rules().keepsPoison(age),
                        access.after(access.timeouts().probe()));
        Set<String> unconfirmed = new TreeSet<>();
        for (int i = 0; i < removals.size(); i++) {
            FragmentStore store = target.stores().get(i);
            if (removals.get(i) == Removal.UNKNOWN) {
                unconfirmed.add(store.dc().value());
            }
        }
        return unconfirmed.isEmpty()
                ? new Collected(removals.contains(Removal.KEPT))
                : new Pending(unconfirmed);
    }
}
