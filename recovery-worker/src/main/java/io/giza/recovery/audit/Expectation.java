package io.giza.recovery.audit;

import io.giza.erasure.StripeLayout;
import io.giza.model.FragmentId;
import io.giza.model.Manifest;
import io.giza.model.Manifest.Fragmented;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.model.Value.Kind;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.FragmentName;
import io.giza.record.ManifestCodec;
import io.giza.stripe.FragmentFormat;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What must lie in the fragment stores, as far as one row says: of each version that can be read
 * all fragments, and nothing else.
 *
 * @param fragments what must lie where
 * @param undecided puts of which nobody knows yet whether they can be read; their fragments may be
 *     there or not
 * @param versions what versions there are
 */
record Expectation(
        Map<FragmentLocation, ExpectedFragment> fragments,
        Set<PutId> undecided,
        Versions versions) {
    /** What a row says that is not there. */
    static final Expectation NOTHING = new Expectation(Map.of(), Set.of(), new Versions(0, 0, 0));

    Expectation {
        fragments = Map.copyOf(fragments);
        undecided = Set.copyOf(undecided);
    }

    /**
     * A fragment that must be there.
     *
     * @param version of which version it is
     * @param length its bytes, header included
     */
    record ExpectedFragment(long version, long length) {}

    /**
     * How many versions there are that no record deletes.
     *
     * @param puts that can be read
     * @param markers of deletion
     * @param undecided puts of which that is not known, whether they are versions or only voted for
     */
    record Versions(int puts, int markers, int undecided) {}

    /**
     * What else is to be known.
     *
     * @param format how long the headers of fragments are
     * @param supersedes whether a null is of no use once a later one took its place
     */
    record Rules(FragmentFormat format, boolean supersedes) {}

    /**
     * Judges a row.
     *
     * @param known the row as the data center has it that knows most, with all of its log
     * @param held what each data center has of it
     */
    static Expectation of(ObjectKey key, Row known, Collection<Row> held, Rules rules) {
        if (key.holdsRecords()) {
            return NOTHING;
        }
        Row row = known;
        for (Row other : held) {
            if (other.generation() == known.generation()) {
                row = row.learn(other.from(1));
            }
        }
        Builder gathering = new Builder(key, rules);
        Map<Long, Fold.VersionState> standings = Fold.versionStates(row);
        for (Entry entry : row.log()) {
            switch (standings.getOrDefault(entry.version(), new Fold.NoVersion())) {
                case Fold.Live _ -> gathering.addLive(entry);
                case Fold.Superseded _ -> {
                    if (!rules.supersedes()) {
                        gathering.addLive(entry);
                    }
                }
                case Fold.Deleted _, Fold.NoVersion _, Fold.NeedsOlder _ -> {}
            }
        }
        for (Row other : held) {
            findPendingVote(row, other).ifPresent(gathering::undecided);
        }
        return gathering.build();
    }

    /** Returns the put with fragments that may yet become the next version. */
    private static Optional<PutId> findPendingVote(Row row, Row other) {
        if (other.generation() != row.generation() || other.chosen() != row.chosen()) {
            return Optional.empty();
        }
        return Optional.ofNullable(other.open().vote())
                .map(vote -> vote.value())
                .filter(value -> value.kind() == Kind.PUT)
                .filter(value -> ManifestCodec.decode(value).fragmented().isPresent())
                .map(Value::id);
    }

    /** Tells whether a row says as much of fragments as this does. */
    boolean hasSameFragments(Expectation other) {
        return fragments.equals(other.fragments) && undecided.equals(other.undecided);
    }

    private static final class Builder {
        private final ObjectKey key;
        private final Rules rules;
        private final Map<FragmentLocation, ExpectedFragment> fragments = new HashMap<>();
        private final Set<PutId> undecided = new HashSet<>();
        private int puts;
        private int markers;

        Builder(ObjectKey key, Rules rules) {
            this.key = key;
            this.rules = rules;
        }

        void addLive(Entry entry) {
            Value value = entry.value();
            if (value.kind() == Kind.MARKER) {
                markers++;
            } else if (entry.isTruncated()) {
                // A row that does not know yet by which record it was deleted.
                undecided(value.id());
            } else {
                addPut(entry, ManifestCodec.decode(value));
            }
        }

        private void addPut(Entry entry, Manifest manifest) {
            Optional<Fragmented> fragmented = manifest.fragmented();
            if (fragmented.isEmpty()) {
                // Its record is all that it takes to be read.
                puts++;
            } else if (entry.resolution() == Resolution.UNRESOLVED) {
                undecided(entry.value().id());
            } else {
                puts++;
                addFragments(entry, fragmented.get(), manifest.storedSize());
            }
        }

        private void addFragments(Entry entry, Fragmented data, long size) {
            long body = StripeLayout.of(data, size).bodyLength();
            for (int index = 0; index < data.placement().size(); index++) {
                FragmentId id = new FragmentId(data.account(), key, entry.value().id(), index);
                fragments.put(
                        new FragmentLocation(
                                data.placement().get(index), FragmentName.of(id).path()),
                        new ExpectedFragment(
                                entry.version(), rules.format().headerLength(id) + body));
            }
        }

        void undecided(PutId put) {
            undecided.add(put);
        }

        Expectation build() {
            return new Expectation(
                    fragments, undecided, new Versions(puts, markers, undecided.size()));
        }
    }
}
