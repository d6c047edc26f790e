package io.giza.gateway.object;

import io.giza.commit.MetadataPath;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Surroundings;
import io.giza.model.DcName;
import io.giza.replica.FragmentStore;
import io.giza.replica.Suspicion;
import io.giza.stripe.FragmentFormat;
import io.giza.wire.ManifestCodec;

import java.time.Duration;
import java.util.Map;

/**
 * The data centers as the stories of this gateway reach them.
 *
 * @param metadata the metadata path over the metadata data centers
 * @param fragments the fragment stores of all data centers
 * @param format how fragments begin
 * @param manifests how manifests are written
 * @param settings how patient the stories are
 */
public record Cluster(
        MetadataPath metadata,
        Map<DcName, FragmentStore> fragments,
        FragmentFormat format,
        ManifestCodec manifests,
        StorySettings settings) {
    public Cluster {
        fragments = Map.copyOf(fragments);
    }

    /** Returns tasks, time and chance. */
    public Surroundings surroundings() {
        return metadata.group().surroundings();
    }

    /** Returns who failed lately. */
    public Suspicion suspicion() {
        return metadata.group().suspicion();
    }

    /** Returns the deadline that is {@code duration} from now. */
    public Deadline after(Duration duration) {
        return surroundings().time().after(duration);
    }
}
