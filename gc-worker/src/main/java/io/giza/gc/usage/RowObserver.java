package io.giza.gc.usage;

import io.giza.model.ObjectKey;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.ReplicaException;

/** Sees the rows that a sweep goes over, each once and before anything is done about it. */
@FunctionalInterface
public interface RowObserver {
    /**
     * Sees a row of an object, an upload, a part or a list of parts.
     *
     * @param row as the data center has it whose rows are gone over
     * @throws ReplicaException if that data center fails, which ends the sweep
     */
    void see(ObjectKey key, NamedRow row) throws ReplicaException;
}
