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
record Expectation(Map<Place, Due> fragments, Set<PutId> undecided, Versions versions) {
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
    record Due(long version, long length) {}

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
    record Terms(FragmentFormat format, boolean supersedes) {}

    /**
     * Judges a row.
     *
     * @param known the row as the data center has it that knows most, with all of its log
     * @param held what each data center has of it
     */
    static Expectation of(ObjectKey key, Row known, Collection<Row> held, Terms terms) {
        if (key.holdsRecords()) {
            return NOTHING;
        }
        Row row = known;
        for (Row other : held) {
            if (other.generation() == known.generation()) {
                row = row.learn(other.from(1));
            }
        }
        Gathering gathering = new Gathering(key, terms);
        Map<Long, Fold.VersionState> standings = Fold.versionStates(row);
        for (Entry entry : row.log()) {
            switch (standings.getOrDefault(entry.version(), new Fold.NoVersion())) {
                case Fold.Live _ -> gathering.live(entry);
                case Fold.Superseded _ -> {
                    if (!terms.supersedes()) {
                        gathering.live(entry);
                    }
                }
                case Fold.Deleted _, Fold.NoVersion _, Fold.NeedsOlder _ -> {}
            }
        }
        for (Row other : held) {
            votedFor(row, other).ifPresent(gathering::undecided);
        }
        return gathering.gathered();
    }

    /** Returns the put with fragments that may yet become the next version. */
    private static Optional<PutId> votedFor(Row row, Row other) {
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
    boolean isSameOfFragments(Expectation other) {
        return fragments.equals(other.fragments) && undecided.equals(other.undecided);
    }

    private static final class Gathering {
        private final ObjectKey key;
        private final Terms terms;
        private final Map<Place, Due> fragments = new HashMap<>();
        private final Set<PutId> undecided = new HashSet<>();
        private int puts;
        private int markers;

        Gathering(ObjectKey key, Terms terms) {
            this.key = key;
            this.terms = terms;
        }

        void live(Entry entry) {
            Value value = entry.value();
            if (value.kind() == Kind.MARKER) {
                markers++;
            } else if (entry.isTruncated()) {
                // A row that does not know yet by which record it was deleted.
                undecided(value.id());
            } else {
                put(entry, ManifestCodec.decode(value));
            }
        }

        private void put(Entry entry, Manifest manifest) {
            Optional<Fragmented> fragmented = manifest.fragmented();
            if (fragmented.isEmpty()) {
                // Its record is all that it takes to be read.
                puts++;
            } else if (entry.resolution() == Resolution.UNRESOLVED) {
                undecided(entry.value().id());
            } else {
                puts++;
                expect(entry, fragmented.get(), manifest.size());
            }
        }

        private void expect(Entry entry, Fragmented data, long size) {
            long body = StripeLayout.of(data, size).bodyLength();
            for (int index = 0; index < data.placement().size(); index++) {
                FragmentId id = new FragmentId(data.account(), key, entry.value().id(), index);
                fragments.put(
                        new Place(data.placement().get(index), FragmentName.of(id).path()),
                        new Due(entry.version(), terms.format().headerLength(id) + body));
            }
        }

        void undecided(PutId put) {
            undecided.add(put);
        }

        Expectation gathered() {
            return new Expectation(
                    fragments, undecided, new Versions(puts, markers, undecided.size()));
        }
    }
}
