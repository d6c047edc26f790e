package io.giza.gateway.object;

import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.paxos.Row;
import io.giza.version.lock.LockedNulls;

import java.util.Optional;

/** A null takes the place of the one before it, which may be locked by now. */
final class NullReplacement {
    private NullReplacement() {}

    /** Tells why {@code record} must not follow the state of a row; empty if it may. */
    static Optional<Failure> refusal(Cluster cluster, ObjectKey key, Row row, Value record) {
        if (!LockedNulls.isReplacement(record) || !cluster.versions().rules().maySupersede(key)) {
            return Optional.empty();
        }
        Optional<Row> held = Optional.of(row);
        while (held.isPresent()) {
            switch (LockedNulls.in(held.get())) {
                case NONE -> {
                    return Optional.empty();
                }
                case LOCKED -> {
                    return Optional.of(new Failure.ObjectLocked());
                }
                case NEEDS_OLDER ->
                        held = cluster.metadata().reader().withOlderPage(key, held.get());
            }
        }
        return Optional.of(new Failure.Unavailable("older versions cannot be read"));
    }
}
