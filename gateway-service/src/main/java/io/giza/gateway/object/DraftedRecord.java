package io.giza.gateway.object;

import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.service.WriteCondition;
import io.giza.gateway.version.EarlierAttempts;
import io.giza.gateway.version.Overwrite;
import io.giza.gateway.version.VersionResolver;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.paxos.Entry.Resolution;

import java.util.Optional;

/**
 * A record, and when it may be offered.
 *
 * @param earlier where earlier attempts of its operation are found, if there may be any
 * @param resolution what is known of its data once it is chosen; empty if the rows are told later
 */
record DraftedRecord(
        Cluster cluster,
        VersionResolver resolver,
        ObjectKey key,
        Value value,
        WriteCondition condition,
        Optional<EarlierAttempts> earlier,
        Optional<Resolution> resolution) {
    /**
     * Whether it may be left out if another put overwrote it. A retry may not: its earlier attempt
     * could still be appended, and must find it in the log. A put with an event may not: the event
     * needs the record.
     */
    boolean mayBeOverwritten() {
        return Overwrite.isBlind(value)
                && earlier.filter(EarlierAttempts::mayBeLeftOut).isPresent();
    }
}
