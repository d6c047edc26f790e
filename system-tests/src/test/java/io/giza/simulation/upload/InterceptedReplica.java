package io.giza.simulation.upload;

import io.giza.paxos.Request;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.ForwardingReplica;

/** A replica whose messages somebody gets hold of, but for those that only read. */
final class InterceptedReplica extends ForwardingReplica {
    private final Interceptor interceptor;

    /** What becomes of a message that changes a row. */
    interface Interceptor {
        MetadataReplica.Answer send(MetadataReplica.Message message, Forwarding forwarding)
                throws ReplicaException;
    }

    /** The rest of a message's way. */
    interface Forwarding {
        MetadataReplica.Answer get() throws ReplicaException;
    }

    InterceptedReplica(MetadataReplica replica, Interceptor interceptor) {
        super(replica);
        this.interceptor = interceptor;
    }

    @Override
    public Answer send(Message message) throws ReplicaException {
        return message.request() instanceof Request.Read
                ? super.send(message)
                : interceptor.send(message, () -> super.send(message));
    }
}
