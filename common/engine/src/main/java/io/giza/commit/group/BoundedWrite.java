package io.giza.commit.group;

import io.giza.model.DcName;
import io.giza.replica.MetadataReplica.Answer;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.ReplicaException;
import io.giza.replica.Slowness;
import io.giza.replica.Suspicion;

/**
 * Sends messages that a replica forces to its disk. A slow replica gets few of them at a time,
 * since each holds a connection that reads need, too. While another replica is suspected, quorums
 * need the slow one, and there is no bound.
 */
final class BoundedWrite {
    private static final int MAX_TO_SLOW = 64;

    private BoundedWrite() {}

    static Answer send(MetadataGroup group, DcName dc, Message message) throws ReplicaException {
        Slowness slowness = group.suspicion().slowness();
        if (slowness.isSlow(dc)
                && slowness.underWay(dc) >= MAX_TO_SLOW
                && !isAnotherSuspect(group, dc)) {
            throw new ReplicaException.Away(dc, "it writes late, and has too many messages");
        }
        slowness.begun(dc);
        try {
            return group.call(dc, replica -> replica.send(message));
        } finally {
            slowness.ended(dc);
        }
    }

    private static boolean isAnotherSuspect(MetadataGroup group, DcName dc) {
        Suspicion suspicion = group.suspicion();
        return group.names().stream()
                .anyMatch(each -> !each.equals(dc) && suspicion.isSuspect(each));
    }
}
