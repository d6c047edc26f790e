package io.giza.simulation.cluster;

import io.giza.commit.rollback.ProgressNotes;
import io.giza.commit.rollback.RollbackGuard;
import io.giza.commit.rollback.RollbackGuard.Passage;
import io.giza.concurrent.Surroundings;
import io.giza.membership.Occupant;
import io.giza.metadata.row.GuardedTable;
import io.giza.model.DcName;
import io.giza.paxos.Quorums;
import io.giza.replica.MetadataReplica;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.testkit.sim.Simulation;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/** The guard of a table whose process starts again now and then, as production runs it. */
public final class TableGuard {
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(100);

    /** Where nothing is new, so that a table that never answers again costs few steps. */
    private static final Duration LONGEST_QUIET_PAUSE = Duration.ofSeconds(10);

    private final DcName dc;
    private final ContestedRowTable table;
    private final ProgressNotes notes;
    private final List<ContestedRowTable> others;
    private final Surroundings surroundings;
    private RollbackGuard guard;
    private OptionalLong lastReported = OptionalLong.empty();

    /**
     * Guards the table of a data center.
     *
     * @param reached the rows of all tables, as this one reaches them
     * @param others the other tables
     */
    TableGuard(
            ContestedRowTable table,
            DcName dc,
            List<MetadataReplica> reached,
            List<ContestedRowTable> others,
            Surroundings surroundings) {
        this.dc = dc;
        this.table = table;
        this.notes = new ProgressNotes(1, reached, surroundings);
        this.others = List.copyOf(others);
        this.surroundings = surroundings;
        this.guard = guard(false);
    }

    /**
     * Guards all tables of a cluster.
     *
     * @param goesBack whose disk may be put back, once
     * @param reach how tables reach one another
     */
    public static List<TableGuard> all(
            Simulation simulation, SimulatedCluster cluster, DcName goesBack, Reach reach) {
        List<TableGuard> guards = new ArrayList<>();
        cluster.dataCenters()
                .forEach(
                        (dc, parts) -> {
                            List<MetadataReplica> reached = new ArrayList<>();
                            List<ContestedRowTable> others = new ArrayList<>();
                            cluster.dataCenters()
                                    .forEach(
                                            (name, each) -> {
                                                reached.add(reach.metadata(dc, each.metadata()));
                                                if (!name.equals(dc)) {
                                                    others.add(each.table());
                                                }
                                            });
                            Surroundings own = simulation.surroundings("guard-" + dc);
                            TableGuard guard =
                                    new TableGuard(parts.table(), dc, reached, others, own);
                            parts.table().process().setGuard(guard, dc.equals(goesBack));
                            guards.add(guard);
                            own.tasks().fork("guard", guard::run);
                        });
        return guards;
    }

    private RollbackGuard guard(boolean heeds) {
        return new RollbackGuard(
                new GuardedTable(table), Occupant.Part.ROWS, heeds, notes, surroundings.time());
    }

    /** The process starts again. */
    void restarted() {
        guard = guard(true);
    }

    boolean serves() {
        return guard.isOpen();
    }

    public boolean isRefused() {
        return guard.passage() == Passage.REFUSED;
    }

    /**
     * Returns how far so many others know the table to have come that any quorum that it may ask
     * has one of them; 0 if there are not so many.
     */
    long noted() {
        int size = others.size() + 1;
        int enough = size - Quorums.of(size).classic() + 1;
        return others.stream()
                .map(this::notedBy)
                .sorted(Comparator.reverseOrder())
                .skip(enough - 1L)
                .findFirst()
                .orElse(0L);
    }

    private long notedBy(ContestedRowTable other) {
        return other.known().progress().stream()
                .filter(each -> each.dc().equals(dc))
                .mapToLong(each -> each.sequence())
                .findFirst()
                .orElse(0);
    }

    /** Tells and asks, as long as anything happens. */
    void run() {
        while (!table.process().isCalm() || guard.passage() == Passage.WAITING) {
            try {
                guard.runOnce();
            } catch (IOException e) {
                // It is told again, or asked again, in the next round.
            }
            surroundings
                    .time()
                    .sleep(
                            Duration.ofNanos(
                                    surroundings.random().nextLong(longestPause().toNanos())));
        }
    }

    private Duration longestPause() {
        OptionalLong now = table.sequence();
        boolean isQuiet = guard.passage() != Passage.WAITING && now.equals(lastReported);
        lastReported = now;
        return isQuiet ? LONGEST_QUIET_PAUSE : LONGEST_PAUSE;
    }
}
