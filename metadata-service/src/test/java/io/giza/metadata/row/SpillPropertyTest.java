package io.giza.metadata.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.membership.Membership;
import io.giza.metadata.table.InMemoryRowTable;
import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTableException;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Ballot;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Instance;
import io.giza.paxos.Request;
import io.giza.record.Segment;
import io.giza.record.StoredRow;
import io.giza.replica.MetadataReplica.Answer;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.MetadataReplica.Range;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.replica.ReplicaException;
import io.giza.testkit.fixture.Samples;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;

/**
 * A row that spills all the time, over a table whose writes fail, answers every request and every
 * question for its history as a twin that never spills.
 */
class SpillPropertyTest {
    private static final ObjectKey KEY = Samples.key("object");
    private static final int REQUESTS = 150;
    private static final int MAX_VERSIONS = 120;

    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void answersAsATwinThatNeverSpills(long seed) throws Exception {
        Random random = new Random(seed);
        RowLimits tiny = new RowLimits(1 + random.nextInt(1500), 1 + random.nextInt(600), 500);
        RowTransactor spilling = transactor(new FailingTable(random), tiny);
        RowTransactor twin =
                transactor(new InMemoryRowTable(), new RowLimits(1L << 40, 1 << 16, 500));
        for (int i = 0; i < REQUESTS; i++) {
            Message message = new Message(KEY, request(random), null);

            assertThat(retryUntilAnswered(() -> spilling.send(message)))
                    .isEqualTo(twin.send(message));
            assertThat(spilling.scan(new Scan(1, KEY.bucket(), "", "", false, 2, false)))
                    .isEqualTo(twin.scan(new Scan(1, KEY.bucket(), "", "", false, 2, false)));
            Range range = range(random);
            assertThat(spilling.history(range)).isEqualTo(twin.history(range));
        }
    }

    private static Range range(Random random) {
        long from = 1 + random.nextInt(MAX_VERSIONS);
        Range.Kept kept = random.nextBoolean() ? Range.Kept.OLDEST : Range.Kept.NEWEST;
        return new Range(KEY, from, from + random.nextInt(MAX_VERSIONS), kept);
    }

    /** Returns a request of any kind; of each version always the same value is chosen. */
    private static Request request(Random random) {
        long version = 1 + random.nextInt(MAX_VERSIONS);
        long first = Math.max(1, version - random.nextInt(20));
        List<Entry> tail = new ArrayList<>();
        for (long each = first; each <= version; each++) {
            boolean known = random.nextInt(3) == 0;
            tail.add(
                    new Entry(each, value(each), known ? resolution(each) : Resolution.UNRESOLVED));
        }
        Instance at = new Instance(random.nextInt(8) == 0 ? 0 : 1, 0, version + 1);
        Ballot ballot = new Ballot(1, 2 + random.nextInt(3), new UUID(3, 3), random.nextInt(3));
        return switch (random.nextInt(6)) {
            case 0 -> new Request.Read(1, 0);
            case 1 -> new Request.PreAccept(at, value(version + 1), tail);
            case 2 -> new Request.Prepare(at, ballot, tail);
            case 3 -> new Request.Accept(at, ballot, value(version + 1), tail);
            default -> new Request.Commit(random.nextInt(8) == 0 ? 0 : 1, 0, tail);
        };
    }

    private static Resolution resolution(long version) {
        return version % 3 == 0 ? Resolution.ABORTED : Resolution.VISIBLE;
    }

    private static Value value(long version) {
        return new Value(
                1,
                new PutId(new UUID(1, version)),
                0,
                new OpId(new UUID(version, 2)),
                new Command.Put(
                        Mode.UNVERSIONED, Bytes.copyOf(new byte[(int) (version * 7 % 50)])));
    }

    private interface Attempt {
        Answer make() throws ReplicaException;
    }

    private static Answer retryUntilAnswered(Attempt request) {
        while (true) {
            try {
                return request.make();
            } catch (ReplicaException e) {
                // Again, as a gateway would.
            }
        }
    }

    private static RowTransactor transactor(RowTable table, RowLimits limits) {
        return new RowTransactor(
                Samples.dc(1),
                new SpillingRows(
                        InitializedTables.initialize(table),
                        limits,
                        new RowMetrics(new SimpleMeterRegistry())),
                RowTransactor.Rules.PROTOCOL);
    }

    /** Every fourth write fails: it did not happen, or did, or did but reports a lost race. */
    private static final class FailingTable implements RowTable {
        private final InMemoryRowTable table = InitializedTables.initialize(new InMemoryRowTable());
        private final Random random;

        FailingTable(Random random) {
            this.random = random;
        }

        private interface Write {
            boolean make();
        }

        private boolean writeOrFail(Write write) throws RowTableException {
            return switch (random.nextInt(12)) {
                case 0 -> throw new RowTableException("not written", null);
                case 1 -> {
                    write.make();
                    throw new RowTableException("written, perhaps", null);
                }
                case 2 -> {
                    write.make();
                    yield false;
                }
                default -> write.make();
            };
        }

        @Override
        public Optional<TaggedRow> load(ObjectKey key) {
            return table.load(key);
        }

        @Override
        public boolean store(ObjectKey key, StoredRow row, @Nullable Tag expected)
                throws RowTableException {
            return writeOrFail(() -> table.store(key, row, expected));
        }

        @Override
        public RowPage scan(Scan scan, int shard) {
            return table.scan(scan, shard);
        }

        @Override
        public Optional<TaggedSegment> load(SegmentKey key) {
            return table.load(key);
        }

        @Override
        public boolean store(SegmentKey key, Segment segment, @Nullable Tag expected)
                throws RowTableException {
            return writeOrFail(() -> table.store(key, segment, expected));
        }

        @Override
        public void delete(SegmentKey key) {
            table.delete(key);
        }

        @Override
        public Membership membership() {
            return table.membership();
        }

        @Override
        public boolean replaceMembership(Membership expected, Membership next) {
            return table.replaceMembership(expected, next);
        }

        @Override
        public KeyPage keys(@Nullable ObjectKey after, int limit) {
            return table.keys(after, limit);
        }

        @Override
        public void close() {
            table.close();
        }
    }
}
