package io.giza.gateway.version;

import io.giza.gateway.cluster.Cluster;
import io.giza.model.ObjectKey;
import io.giza.model.VersionId;
import io.giza.paxos.Row;
import io.giza.version.VisibleRecord;

/** A put of which it has to be known what becomes of it, and by what that can be decided now. */
public sealed interface UnsettledPut {
    /**
     * Its data was seen to decode, so a record may say that it is visible. Its gateway may be at
     * it, so it must not be given up, whatever its fragments say by now.
     *
     * @param row a row of the key that holds it
     */
    record Decodable(Row row, VersionId version) implements UnsettledPut {}

    /** A stalled put: so old that its gateway cannot be at it any more. */
    record Stalled(VersionId version) implements UnsettledPut {}

    /** Decides its fate, and returns whether that is decided. */
    default boolean settle(Cluster cluster, ObjectKey key) {
        return switch (this) {
            case Decodable(Row row, VersionId version) ->
                    switch (cluster.outcomes().decideVisible(key, row, version)) {
                        case VisibleRecord.Visible _, VisibleRecord.Deleted _ -> true;
                        case VisibleRecord.Undecided _ -> false;
                    };
            case Stalled(VersionId version) -> cluster.outcomes().settle(key, version);
        };
    }
}
