package io.giza.simulation.cluster;

import io.giza.membership.Membership;
import io.giza.membership.StoreStartup;
import io.giza.metadata.table.InMemoryRowTable;
import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTableException;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Row;
import io.giza.record.Segment;
import io.giza.record.StoredRow;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.replica.TableOrder;
import io.giza.testkit.sim.Simulation;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/**
 * A table in which others get in between load, conditional write and reply, and whose writes now
 * and then report a failure: one that did not happen, one that did, and one that did but found its
 * own tag changed, as when a client library repeats a request by itself.
 */
public final class ContestedRowTable implements RowTable {
    private static final long LONGEST_STALL = 300_000_000;

    private final InMemoryRowTable table = new InMemoryRowTable();
    private final List<Runnable> postponed = new ArrayList<>();
    private final DcName dc;
    private final Simulation simulation;
    private final VoteOracle oracle;
    private final Protocol protocol;
    private final RandomGenerator random;
    private final RestartingProcess process;
    private final TableContents contents;
    private Membership membership = Membership.UNINITIALIZED;
    private double failureRate;
    private double stallRate;

    /** How a write reports a failure. */
    private enum Failure {
        NOT_WRITTEN,
        PERHAPS_WRITTEN,
        OWN_TAG_CHANGED
    }

    public ContestedRowTable(
            DcName dc, Simulation simulation, VoteOracle oracle, Protocol protocol) {
        this.dc = dc;
        this.simulation = simulation;
        this.oracle = oracle;
        this.protocol = protocol;
        this.contents = new TableContents(dc, table, oracle);
        this.random = simulation.surroundings("table-" + dc).random();
        this.process =
                new RestartingProcess(
                        protocol.disks(), simulation.surroundings("disk-" + dc).random());
        this.failureRate = new double[] {0, 0.03, 0.15}[random.nextInt(3)];
        this.stallRate = new double[] {0, 0, 0.05, 0.4}[random.nextInt(4)];
    }

    /** Ends the failures. */
    public void stopFailures() {
        failureRate = 0;
        stallRate = 0;
        process.endsAtRate(0);
    }

    /** Has the process behind the table end and start again now and then. */
    RestartingProcess process() {
        return process;
    }

    /** Lets others get in between; a busy disk lets many of them. */
    private void pause() {
        if (stallRate > 0 && random.nextDouble() < stallRate) {
            simulation.scenario().time().sleep(Duration.ofNanos(random.nextLong(LONGEST_STALL)));
        } else {
            simulation.yieldPoint();
        }
        process.maybeRestart();
    }

    @Override
    public OptionalLong sequence() {
        return OptionalLong.of(process.sequence());
    }

    @Override
    public Optional<TaggedRow> load(ObjectKey key) throws RowTableException {
        simulation.yieldPoint();
        process.requireServing();
        Optional<TaggedRow> row = table.load(key);
        simulation.yieldPoint();
        return row;
    }

    @Override
    public boolean store(ObjectKey key, StoredRow row, @Nullable Tag expected)
            throws RowTableException {
        pause();
        process.requireServing();
        Optional<Failure> failure = draw();
        failIf(failure, Failure.NOT_WRITTEN);
        Optional<TaggedRow> before = table.load(key);
        Row wholeBefore =
                before.map(each -> contents.wholeRow(key, each.stored())).orElse(Row.ABSENT);
        @Nullable Tag compared =
                protocol.comparesTags() ? expected : before.map(TaggedRow::tag).orElse(null);
        StoredRow stored = new StoredRow(protocol.stored(row.row()), row.segments());
        boolean current = row.row().epoch() >= membership.epoch() || !protocol.comparesEpochs();
        boolean written = current && table.store(key, stored, compared);
        if (written) {
            checkSeeded(before, stored.row());
            Row wholeAfter = contents.wholeRow(key, stored);
            process.write(
                    () -> contents.putBack(key, before),
                    () -> oracle.checkWrite(dc, key, wholeBefore, wholeAfter));
        }
        simulation.yieldPoint();
        failIf(failure, Failure.PERHAPS_WRITTEN);
        postponed.forEach(Runnable::run);
        postponed.clear();
        return written && failure.isEmpty();
    }

    @Override
    public Optional<TaggedSegment> load(SegmentKey key) throws RowTableException {
        simulation.yieldPoint();
        Optional<TaggedSegment> segment = table.load(key);
        simulation.yieldPoint();
        return segment;
    }

    @Override
    public boolean store(SegmentKey key, Segment segment, @Nullable Tag expected)
            throws RowTableException {
        if (expected == null && !protocol.insertsSegmentsFirst()) {
            postponed.add(() -> table.store(key, segment, null));
            return true;
        }
        pause();
        process.requireServing();
        Optional<Failure> failure = draw();
        failIf(failure, Failure.NOT_WRITTEN);
        Row before = contents.wholeRow(key.row());
        @Nullable Tag compared =
                protocol.comparesTags()
                        ? expected
                        : table.load(key).map(TaggedSegment::tag).orElse(null);
        Optional<TaggedSegment> there = table.load(key);
        boolean written = table.store(key, segment, compared);
        if (written) {
            Row after = contents.wholeRow(key.row());
            process.write(
                    () -> contents.putBack(key, there),
                    () -> oracle.checkWrite(dc, key.row(), before, after));
        }
        simulation.yieldPoint();
        failIf(failure, Failure.PERHAPS_WRITTEN);
        return written && failure.isEmpty();
    }

    @Override
    public void delete(SegmentKey key) throws RowTableException {
        pause();
        process.requireServing();
        Optional<Failure> failure = draw();
        failIf(failure, Failure.NOT_WRITTEN);
        Optional<TaggedSegment> there = table.load(key);
        table.delete(key);
        process.write(() -> contents.putBack(key, there), () -> {});
        failIf(failure, Failure.PERHAPS_WRITTEN);
    }

    private Optional<Failure> draw() {
        boolean fails = failureRate > 0 && random.nextDouble() < failureRate;
        Failure failure = Failure.values()[random.nextInt(Failure.values().length)];
        return fails ? Optional.of(failure) : Optional.empty();
    }

    private static void failIf(Optional<Failure> failure, Failure which) throws RowTableException {
        if (failure.filter(each -> each == which).isPresent()) {
            throw new RowTableException(which.toString(), null);
        }
    }

    /** Returns a row with all that its segments hold, as of now. */
    Row wholeRow(ObjectKey key) {
        return contents.wholeRow(key);
    }

    /** Returns the table itself, in which nothing gets in between and nothing fails. */
    RowTable withoutFailures() {
        return table;
    }

    /** I11: while the table is joining, a row begins with a promise that it was given. */
    private void checkSeeded(Optional<TaggedRow> before, Row after) {
        boolean begins = before.filter(row -> row.row().epoch() >= membership.joined()).isEmpty();
        VoteOracle.check(
                !(membership.isJoining() && begins)
                        || (after.open().vote() == null && after.open().promised().isClassic()),
                () -> "I11: " + dc + " was not seeded and wrote " + after);
    }

    @Override
    public Membership membership() {
        simulation.yieldPoint();
        return membership;
    }

    /** Returns the membership, undisturbed. */
    Membership known() {
        return membership;
    }

    /** Its service starts, undisturbed. */
    void begin(StoreStartup entry) {
        membership = entry.after(membership);
        boolean _ = table.replaceMembership(table.membership(), membership);
    }

    /** Obeys an order at once, undisturbed. */
    void applyOrder(TableOrder.OfMembership order) {
        membership = order.after(membership);
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
        if (same) {
            membership = next;
            if (!next.progress().equals(expected.progress())) {
                process.writeNote(() -> forgetNotes(expected));
            }
        }
        simulation.yieldPoint();
        if (fails) {
            throw new RowTableException("written, perhaps", null);
        }
        return same;
    }

    /** Undoes what was noted since, and nothing else of the membership. */
    private void forgetNotes(Membership before) {
        membership =
                new Membership(
                        membership.identity(),
                        membership.epoch(),
                        membership.joined(),
                        membership.state(),
                        membership.members(),
                        membership.occupants(),
                        before.progress());
    }

    @Override
    public KeyPage keys(@Nullable ObjectKey after, int limit) throws RowTableException {
        simulation.yieldPoint();
        KeyPage page = table.keys(after, limit);
        simulation.yieldPoint();
        return page;
    }

    @Override
    public RowPage scan(Scan scan, int shard) throws RowTableException {
        simulation.yieldPoint();
        RowPage page = table.scan(scan, shard);
        simulation.yieldPoint();
        return page;
    }

    @Override
    public void close() {
        table.close();
    }
}
