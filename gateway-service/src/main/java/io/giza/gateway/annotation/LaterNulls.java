package io.giza.gateway.annotation;

import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.version.ResolvedVersion;
import io.giza.gateway.version.UnsettledPut;
import io.giza.gateway.version.VersionResolver;
import io.giza.model.ObjectKey;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.version.lock.LockedNulls;

import java.util.Optional;

/**
 * Nulls that were chosen after a version and may still become visible. They would take the place of
 * a null that is locked meanwhile, so they are settled before its lock is offered.
 */
record LaterNulls(Cluster cluster, VersionResolver resolver) {
    /** Whether a version is a null with such a later null. */
    boolean areUnsettled(ObjectKey key, Row row, long version) {
        return cluster.versions().rules().maySupersede(key)
                && row.entry(version)
                        .map(Entry::value)
                        .filter(LockedNulls::isReplacement)
                        .isPresent()
                && LockedNulls.mayBeReplaced(row, version);
    }

    /** Waits for the newest and settles it, or returns why that cannot be done. */
    Optional<Failure> settle(ObjectKey key, Row row) {
        return switch (resolver.settledNull(key, row)) {
            case ResolvedVersion.Undecided(String detail, Optional<UnsettledPut> put) ->
                    put.filter(each -> each.settle(cluster, key)).isPresent()
                            ? Optional.empty()
                            : Optional.of(new Failure.Unavailable(detail));
            case ResolvedVersion.Live _,
                    ResolvedVersion.Marker _,
                    ResolvedVersion.NoSuchVersion _ ->
                    Optional.empty();
        };
    }
}
