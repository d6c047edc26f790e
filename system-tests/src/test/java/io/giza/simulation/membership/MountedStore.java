package io.giza.simulation.membership;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.membership.Membership;
import io.giza.membership.StoreStartup;
import io.giza.metadata.row.RowLimits;
import io.giza.metadata.row.RowMetrics;
import io.giza.metadata.row.RowTransactor;
import io.giza.metadata.table.InMemoryRowTable;
import io.giza.model.DcName;
import io.giza.replica.MetadataReplica;
import io.giza.simulation.cluster.Protocol;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

/** A table that may lie behind an address, and what answers for it. */
record MountedStore(DcName dc, InMemoryRowTable table, MetadataReplica replica) {
    private static final RowMetrics METRICS = new RowMetrics(new SimpleMeterRegistry());

    static MountedStore empty(DcName dc) {
        InMemoryRowTable table = new InMemoryRowTable();
        RowTransactor rows =
                new RowTransactor(
                        dc,
                        Protocol.PRODUCTION.rows(table, RowLimits.DEFAULTS, METRICS),
                        RowTransactor.Rules.PROTOCOL);
        return new MountedStore(dc, table, rows);
    }

    void begin(StoreStartup entry) {
        setMembership(entry.after(table.membership()));
    }

    void setMembership(Membership membership) {
        check(table.replaceMembership(table.membership(), membership), "undisturbed");
    }
}
