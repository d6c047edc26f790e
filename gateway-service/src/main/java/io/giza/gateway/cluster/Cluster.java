package io.giza.gateway.cluster;

import io.giza.commit.MetadataPath;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.encryption.ObjectKeys;
import io.giza.model.Command;
import io.giza.model.DcName;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.replica.FragmentStore;
import io.giza.replica.Suspicion;
import io.giza.stripe.FragmentFormat;
import io.giza.version.VersionAccess;

import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * The data centers as the requests of this gateway reach them.
 *
 * @param versions the metadata and fragments of all data centers, and the rules about versions
 * @param manifests how manifests are written
 * @param settings how long requests wait
 * @param continents the group of each data center, within which single fragments are repaired; of
 *     those that are left out nothing is known
 * @param dataSuspicion whose fragments do not answer
 * @param outcomes what was decided of puts that no row calls visible
 * @param keys the keys that objects are encrypted with
 * @param isOperated tells whether every process of the cluster reads {@link Mode#BLIND}, and takes
 *     operations for the same whenever their attempts were signed
 */
public record Cluster(
        VersionAccess versions,
        ManifestCodec manifests,
        RequestSettings settings,
        Map<DcName, String> continents,
        Suspicion dataSuspicion,
        VersionOutcomes outcomes,
        ObjectKeys keys,
        BooleanSupplier isOperated) {
    public Cluster {
        continents = Map.copyOf(continents);
    }

    /** Data centers of which it is known which are near each other. */
    public Cluster(
            VersionAccess versions,
            ManifestCodec manifests,
            RequestSettings settings,
            Map<DcName, String> continents,
            Suspicion dataSuspicion) {
        this(
                versions,
                manifests,
                settings,
                continents,
                dataSuspicion,
                new VersionOutcomes(versions, settings, manifests.writeFormat()),
                ObjectKeys.NONE,
                () -> true);
    }

    /**
     * Returns the same with keys that objects are encrypted with.
     *
     * @param operated see {@link #isOperated}
     */
    public Cluster with(ObjectKeys others, BooleanSupplier operated) {
        return new Cluster(
                versions,
                manifests,
                settings,
                continents,
                dataSuspicion,
                outcomes,
                others,
                operated);
    }

    /** Data centers of which none is said to be nearer to one than to another. */
    public Cluster(
            VersionAccess versions,
            ManifestCodec manifests,
            RequestSettings settings,
            Suspicion dataSuspicion) {
        this(versions, manifests, settings, Map.of(), dataSuspicion);
    }

    /** Returns the metadata path over the metadata data centers. */
    public MetadataPath metadata() {
        return versions.metadata();
    }

    /** Returns the fragment stores of all data centers. */
    public Map<DcName, FragmentStore> fragments() {
        return versions.fragments();
    }

    /** Returns how fragments begin. */
    public FragmentFormat format() {
        return versions.format();
    }

    /** Returns tasks, time and chance. */
    public Surroundings surroundings() {
        return versions.surroundings();
    }

    /** Returns whose metadata does not answer. */
    public Suspicion suspicion() {
        return metadata().group().suspicion();
    }

    /**
     * Returns the record that puts an object.
     *
     * @param id the identity of the attempt
     * @param start the row as it was before anything was written, for the fence
     * @param mode how it stands to other versions of its key
     * @param op the client's operation
     */
    public Value record(PutId id, Row start, Mode mode, OpId op, Manifest manifest) {
        return new Value(
                manifests.writeFormat(),
                id,
                start.fence(),
                op,
                new Command.Put(mode, manifests.encode(manifest)));
    }

    /** Returns the deadline that is {@code duration} from now. */
    public Deadline after(Duration duration) {
        return surroundings().time().after(duration);
    }
}
