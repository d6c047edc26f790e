package io.giza.gateway.object;

import io.giza.commit.MetadataPath;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Surroundings;
import io.giza.model.DcName;
import io.giza.replica.FragmentStore;
import io.giza.replica.Suspicion;
import io.giza.stripe.FragmentFormat;
import io.giza.version.VersionAccess;
import io.giza.wire.ManifestCodec;

import java.time.Duration;
import java.util.Map;

/**
 * The data centers as the stories of this gateway reach them.
 *
 * @param versions the metadata and fragments of all data centers, and the rules about versions
 * @param manifests how manifests are written
 * @param settings how patient the stories are
 * @param continents the group of each data center, within which single fragments are repaired; of
 *     those that are left out nothing is known
 * @param dataSuspicion whose fragments failed lately
 */
public record Cluster(
        VersionAccess versions,
        ManifestCodec manifests,
        StorySettings settings,
        Map<DcName, String> continents,
        Suspicion dataSuspicion) {
    public Cluster {
        continents = Map.copyOf(continents);
    }

    /** Data centers of which none is said to be nearer to one than to another. */
    public Cluster(
            VersionAccess versions,
            ManifestCodec manifests,
            StorySettings settings,
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

    /** Returns whose metadata failed lately. */
    public Suspicion suspicion() {
        return metadata().group().suspicion();
    }

    /** Returns the deadline that is {@code duration} from now. */
    public Deadline after(Duration duration) {
        return surroundings().time().after(duration);
    }
}
