package io.giza.gateway.object;

import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.erasure.ErasureCode;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.stripe.FragmentProbe;
import io.giza.stripe.FragmentState;
import io.giza.stripe.ReadTarget;
import io.giza.wire.ManifestCodec;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Finds the newest version of an object that can be read. A chosen put is visible from the first
 * instant at which its stored fragments decode; while that is not known, its fragments are looked
 * for:
 *
 * <ul>
 *   <li>those that are there decode: it is visible, and its rows are told so;
 *   <li>even with all that cannot be looked at, it would not decode: nobody was ever shown it, so
 *       the version before it is the newest, unless meanwhile the log went on;
 *   <li>otherwise nobody can tell: wait, and in the end say so. Never the version before it: a data
 *       center that cannot be reached is not an absent fragment.
 * </ul>
 */
public final class VersionResolver {
    private final Cluster cluster;
    private final FragmentProbe probe;

    public VersionResolver(Cluster cluster) {
        this.cluster = cluster;
        this.probe = new FragmentProbe(cluster.surroundings(), cluster.format());
    }

    /** The newest version. */
    public sealed interface Current {}

    /** The newest version is this put, and it is visible. */
    public record Live(Entry entry, Manifest manifest) implements Current {}

    /** There is no object, or its newest version is a delete marker. */
    public record Gone() implements Current {}

    /** The newest version's data may or may not be there. */
    public record Undecided(String detail) implements Current {}

    /** What becomes of a put that certainly was not visible when it was looked at. */
    private enum Invisible {
        FALL_BACK,
        WAIT
    }

    /** Returns what a read that saw {@code row} as the latest has to answer. */
    public Current newest(ObjectKey key, Row row) {
        return resolve(key, row, Invisible.FALL_BACK);
    }

    /**
     * Returns the state that a condition is to be evaluated on. A put that is not visible yet may
     * still become so before the conditional write's own version, so it is never passed over.
     */
    public Current newestForCondition(ObjectKey key, Row row) {
        return resolve(key, row, Invisible.WAIT);
    }

    /** Returns the manifest of a chosen version if it is known, or now seen, to be visible. */
    Optional<Manifest> visible(ObjectKey key, Entry entry) {
        Optional<Current> known = known(entry);
        if (known.isPresent()) {
            return known.get() instanceof Live live
                    ? Optional.of(live.manifest())
                    : Optional.empty();
        }
        Sight sight = look(key, entry, cluster.after(cluster.settings().resolve()));
        return sight == Sight.VISIBLE
                ? Optional.of(ManifestCodec.decode(entry.value()))
                : Optional.empty();
    }

    private Current resolve(ObjectKey key, Row latest, Invisible invisible) {
        Deadline deadline = cluster.after(cluster.settings().resolve());
        Row row = latest;
        long upTo = latest.chosen();
        while (true) {
            Fold.State state = Fold.fold(row, upTo);
            if (state instanceof Fold.NeedsOlder) {
                Optional<Row> whole = cluster.metadata().reader().whole(key, row);
                if (whole.isEmpty()) {
                    return new Undecided("older versions cannot be read");
                }
                row = whole.get();
                continue;
            }
            if (!(state instanceof Fold.Newest(Entry entry))) {
                return new Gone();
            }
            Optional<Current> known = known(entry);
            if (known.isPresent()) {
                return known.get();
            }
            Sight sight = look(key, entry, deadline);
            if (sight == Sight.VISIBLE) {
                cluster.metadata()
                        .committer()
                        .resolve(key, row, entry.version(), Resolution.VISIBLE);
                return new Live(entry, ManifestCodec.decode(entry.value()));
            }
            boolean fallBack = sight == Sight.INVISIBLE && invisible == Invisible.FALL_BACK;
            if (!fallBack && deadline.passed(cluster.surroundings().time())) {
                return new Undecided(
                        "the data of version " + entry.version() + " may still be arriving");
            }
            if (!fallBack) {
                cluster.surroundings().time().sleep(cluster.settings().poll());
            }
            if (!(readAgain(key) instanceof VersionReader.Latest now)) {
                return new Undecided("no quorum answered");
            }
            boolean unchanged = saysTheSame(now.row(), row, entry);
            upTo = fallBack && unchanged ? entry.version() - 1 : now.row().chosen();
            row = unchanged ? row : now.row();
        }
    }

    private VersionReader.ReadResult readAgain(ObjectKey key) {
        return cluster.metadata().reader().read(key, cluster.after(cluster.settings().read()));
    }

    private static boolean saysTheSame(Row now, Row before, Entry entry) {
        return now.chosen() == before.chosen()
                && now.entry(entry.version()).filter(entry::equals).isPresent();
    }

    /** Returns what needs no look at fragments. */
    private static Optional<Current> known(Entry entry) {
        if (entry.value().kind() != Value.Kind.PUT) {
            return Optional.of(new Gone());
        }
        Manifest manifest = ManifestCodec.decode(entry.value());
        boolean visible =
                entry.resolution() == Resolution.VISIBLE || manifest.fragmented().isEmpty();
        return visible ? Optional.of(new Live(entry, manifest)) : Optional.empty();
    }

    private enum Sight {
        VISIBLE,
        INVISIBLE,
        UNCLEAR
    }

    private Sight look(ObjectKey key, Entry entry, Deadline deadline) {
        Manifest manifest = ManifestCodec.decode(entry.value());
        ErasureCode code = ErasureCode.of(manifest.fragmented().orElseThrow().coding());
        ReadTarget target = ReadTarget.of(key, entry.value().id(), manifest, cluster.fragments());
        List<FragmentState> states =
                probe.probe(target, seen -> judge(code, seen) != Sight.UNCLEAR, deadline);
        return judge(code, states);
    }

    private static Sight judge(ErasureCode code, List<FragmentState> states) {
        if (code.isDecodable(indices(states, Set.of(FragmentState.DATA)))) {
            return Sight.VISIBLE;
        }
        var possible = indices(states, Set.of(FragmentState.DATA, FragmentState.UNKNOWN));
        return code.isDecodable(possible) ? Sight.UNCLEAR : Sight.INVISIBLE;
    }

    private static Set<Integer> indices(List<FragmentState> states, Set<FragmentState> wanted) {
        return IntStream.range(0, states.size())
                .filter(i -> wanted.contains(states.get(i)))
                .boxed()
                .collect(Collectors.toUnmodifiableSet());
    }
}
