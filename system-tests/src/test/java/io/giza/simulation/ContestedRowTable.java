package io.giza.simulation;

import io.giza.metadata.table.InMemoryRowTable;
import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTableException;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Membership;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.testkit.sim.Simulation;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A table in which others get in between load, conditional write and reply, and whose writes now
 * and then report a failure: one that did not happen, one that did, and one that did but found its
 * own tag changed, as when a client library repeats a request by itself.
 */
final class ContestedRowTable implements RowTable {
    private static final long LONGEST_STALL = 300_000_000;

    private final RowTable table = new InMemoryRowTable();
    private final DcName dc;
    private final Simulation simulation;
    private final VoteOracle oracle;
    private final Protocol protocol;
    private final RandomGenerator random;
    private Membership membership = Membership.UNTOLD;
    private double failureRate;
    private double stallRate;

    ContestedRowTable(DcName dc, Simulation simulation, VoteOracle oracle, Protocol protocol) {
        this.dc = dc;
        this.simulation = simulation;
        this.oracle = oracle;
        this.protocol = protocol;
        this.random = simulation.surroundings("table-" + dc).random();
        this.failureRate = new double[] {0, 0.03, 0.15}[random.nextInt(3)];
        this.stallRate = new double[] {0, 0, 0.05, 0.4}[random.nextInt(4)];
    }

    /** Ends the failures. */
    void calm() {
        failureRate = 0;
        stallRate = 0;
    }

    /** Lets others get in between; a busy disk lets many of them. */
    private void pause() {
        if (stallRate > 0 && random.nextDouble() < stallRate) {
            simulation.scenario().time().sleep(Duration.ofNanos(random.nextLong(LONGEST_STALL)));
        } else {
            simulation.yieldPoint();
        }
    }

    @Override
    public Optional<TaggedRow> load(ObjectKey key) throws RowTableException {
        simulation.yieldPoint();
        Optional<TaggedRow> row = table.load(key);
        simulation.yieldPoint();
        return row;
    }

    @Override
    public boolean store(ObjectKey key, Row row, @Nullable Tag expected) throws RowTableException {
        pause();
        boolean fails = failureRate > 0 && random.nextDouble() < failureRate;
        int failure = random.nextInt(3);
        if (fails && failure == 0) {
            throw new RowTableException("not written", null);
        }
        Optional<TaggedRow> before = table.load(key);
        @Nullable Tag compared =
                protocol.comparesTags() ? expected : before.map(TaggedRow::tag).orElse(null);
        Row stored = protocol.stored(row);
        boolean current = row.epoch() >= membership.epoch() || !protocol.comparesEpochs();
        boolean written = current && table.store(key, stored, compared);
        if (written) {
            checkSeeded(before, stored);
            oracle.wrote(dc, key, before.map(TaggedRow::row).orElse(Row.ABSENT), stored);
        }
        simulation.yieldPoint();
        if (fails && failure == 1) {
            throw new RowTableException("written, perhaps", null);
        }
        return written && !fails;
    }

    /** I11: while the table is joining, a row begins with a promise that it was given. */
    private void checkSeeded(Optional<TaggedRow> before, Row after) {
        boolean begins = before.filter(row -> row.row().epoch() >= membership.joined()).isEmpty();
        VoteOracle.check(
                !(membership.isJoining() && begins)
                        || (after.open().vote() == null && after.open().promised().isClassic()),
                "I11: " + dc + " was not seeded and wrote " + after);
    }

    @Override
    public Membership membership() {
        simulation.yieldPoint();
        return membership;
    }

    @Override
    public boolean replaceMembership(Membership expected, Membership next)
            throws RowTableException {
        pause();
        boolean fails = failureRate > 0 && random.nextDouble() < failureRate;
        if (fails && random.nextBoolean()) {
            throw new RowTableException("not written", null);
        }
        boolean same = membership.equals(expected);
        membership = same ? next : membership;
        simulation.yieldPoint();
        if (fails) {
            throw new RowTableException("written, perhaps", null);
        }
        return same;
    }

    @Override
    public KeyPage keys(@Nullable ObjectKey after, int limit) throws RowTableException {
        simulation.yieldPoint();
        KeyPage page = table.keys(after, limit);
        simulation.yieldPoint();
        return page;
    }

    @Override
    public RowPage scan(Scan scan) throws RowTableException {
        simulation.yieldPoint();
        RowPage page = table.scan(scan);
        simulation.yieldPoint();
        return page;
    }

    @Override
    public void close() {
        table.close();
    }
}
