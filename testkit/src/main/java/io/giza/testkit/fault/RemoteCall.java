package io.giza.testkit.fault;

import io.giza.replica.ReplicaException;

/** What a request does at the replica that it reaches. */
@FunctionalInterface
public interface RemoteCall<A> {
    /** Runs at the replica, as often as the request arrives there. */
    A call() throws ReplicaException;
}
