package io.giza.simulation.version;

import io.giza.erasure.ErasureCode;
import io.giza.model.DeletionReason;
import io.giza.model.FragmentId;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.model.Value.Kind;
import io.giza.record.AnnotationCodec;
import io.giza.record.ManifestCodec;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.VoteOracle;
import io.giza.simulation.cluster.VoteOracle.Chosen;
import io.giza.testkit.fake.InMemoryFragmentStore;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** What the chosen records of one object say of its versions, looked up one by one. */
final class VersionLog {
    private final VoteOracle votes;
    private final List<InMemoryFragmentStore> stores;
    private final ObjectKey key;

    VersionLog(SimulatedCluster cluster, ObjectKey key) {
        this.votes = cluster.oracle();
        this.stores = cluster.stores();
        this.key = key;
    }

    List<Chosen> log() {
        return votes.chosen(key);
    }

    boolean isNull(int version) {
        return isObject(version) && Mode.of(chosen(version)).isNull();
    }

    /** Tells whether a later null that was visible at some time took the place of a null. */
    boolean isFollowed(int version, Predicate<PutId> wasShown) {
        if (!Mode.of(chosen(version)).isNull()) {
            return false;
        }
        for (int later = log().size(); later > version; later--) {
            Value value = chosen(later);
            if (isObject(later)
                    && Mode.of(value).isNull()
                    && (value.kind() == Kind.MARKER
                            || (isDeleted(later) && !isGivenUp(later))
                            || ManifestCodec.decode(value).fragmented().isEmpty()
                            || wasShown.test(value.id())
                            || isDecodable(value))) {
                return true;
            }
        }
        return false;
    }

    boolean isDecodable(Value value) {
        Manifest.Fragmented data = ManifestCodec.decode(value).fragmented().orElseThrow();
        Set<Integer> stored = new HashSet<>();
        for (int i = 0; i < data.coding().fragments(); i++) {
            FragmentId id = new FragmentId(data.account(), key, value.id(), i);
            if (stores.stream().anyMatch(store -> store.holds(id))) {
                stored.add(i);
            }
        }
        return ErasureCode.of(data.coding()).isDecodable(stored);
    }

    boolean hasLaterNull(int version) {
        for (int later = version + 1; later <= log().size(); later++) {
            if (isObject(later) && Mode.of(chosen(later)).isNull()) {
                return Mode.of(chosen(version)).isNull();
            }
        }
        return false;
    }

    boolean isObject(int version) {
        Kind kind = chosen(version).kind();
        return kind == Kind.PUT || kind == Kind.MARKER;
    }

    boolean isGivenUp(int version) {
        return isGivenUpIn(version, log().size());
    }

    boolean isGivenUpIn(int version, int versions) {
        return ending(version, versions)
                .filter(value -> DeletionReason.of(value) == DeletionReason.GIVEN_UP)
                .isPresent();
    }

    Optional<Value> ending(int version, int versions) {
        return log().subList(0, versions).stream()
                .skip(version)
                .map(Chosen::value)
                .filter(value -> deletes(value, version))
                .findFirst();
    }

    /** Returns the tags of a put after so many versions. */
    Map<String, String> tags(int version, int versions) {
        return log().subList(0, versions).reversed().stream()
                .map(Chosen::value)
                .filter(
                        value ->
                                value.kind() == Kind.ANNOTATE
                                        && value.command().argument() == version)
                .findFirst()
                .map(value -> ((AnnotationCodec.Tags) AnnotationCodec.decode(value)).tags())
                .orElseGet(Map::of);
    }

    int versionOf(PutId id) {
        List<Chosen> log = log();
        for (int i = 0; i < log.size(); i++) {
            if (log.get(i).value().id().equals(id)) {
                return i + 1;
            }
        }
        return 0;
    }

    /** An attempt and its retry have the same ETag, and each its time. */
    int versionOf(Manifest manifest) {
        List<Chosen> log = log();
        for (int i = 0; i < log.size(); i++) {
            Value value = log.get(i).value();
            if (value.kind() == Kind.PUT && isSame(ManifestCodec.decode(value), manifest)) {
                return i + 1;
            }
        }
        throw new AssertionError("found what is not chosen: " + manifest + " of " + log());
    }

    private static boolean isSame(Manifest one, Manifest other) {
        return one.etag().equals(other.etag()) && one.created().equals(other.created());
    }

    boolean isDeleted(int version) {
        return isDeleted(version, log().size());
    }

    Value chosen(int version) {
        return log().get(version - 1).value();
    }

    boolean isDeleted(int version, int versions) {
        return log().subList(0, versions).stream()
                .skip(version)
                .map(Chosen::value)
                .anyMatch(value -> deletes(value, version));
    }

    static boolean deletes(Value value, int version) {
        return value.kind() == Kind.DELETE_VERSIONS && value.command().argument() == version;
    }
}
