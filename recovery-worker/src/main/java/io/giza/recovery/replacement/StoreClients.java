package io.giza.recovery.replacement;

import io.giza.cluster.ClusterClients;
import io.giza.commit.seeding.RangeSeeding;
import io.giza.model.DcName;
import io.giza.replica.FragmentRepair;
import io.giza.topology.Members;
import io.giza.version.VersionAccess;

import java.time.Duration;
import java.util.Map;

/**
 * What a lost data center is filled with, and by.
 *
 * @param access metadata and fragments of all data centers
 * @param repairs what may be done to the fragment store of each data center
 * @param seedings what gives rows to the table of each data center with metadata
 */
public record StoreClients(
        VersionAccess access,
        Map<DcName, FragmentRepair> repairs,
        Map<DcName, RangeSeeding> seedings) {
    /** The time in which a store that is there answers. */
    public static final Duration ANSWER_TIME = Duration.ofSeconds(30);

    public StoreClients {
        repairs = Map.copyOf(repairs);
        seedings = Map.copyOf(seedings);
    }

    /** Returns the stores that a process reaches. */
    public static StoreClients of(ClusterClients clients) {
        return new StoreClients(clients.versions(), clients.repairs(), clients.seedings());
    }

    /** Returns a view of their membership. */
    public Members members() {
        return new Members(access.metadata().group(), repairs);
    }

    /** Returns the epoch of the topology in which they are reached. */
    long epoch() {
        return access.metadata().group().epoch();
    }
}
