package io.giza.metadata.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.metadata.table.RowTable.SegmentKey;
import io.giza.metadata.table.RowTable.Tag;
import io.giza.model.BucketId;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.paxos.Slot;
import io.giza.record.Segment;
import io.giza.record.StoredRow;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.testkit.fixture.Samples;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/** A table to try, and what to put into it. */
public abstract class TableFixture {
    static final int WRITERS = 32;
    static final ObjectKey KEY = Samples.key("object");
    static final BucketId OTHER = new BucketId(new UUID(7, 12));

    RowTable table;

    public abstract RowTable open() throws Exception;

    @BeforeEach
    void openTable() throws Exception {
        table = open();
    }

    @AfterEach
    void closeTable() {
        table.close();
    }

    public static SegmentKey segmentKey(long first) {
        return new SegmentKey(KEY, 0, first);
    }

    /** Returns a segment of these versions. */
    public static Segment segment(long first, long last) {
        return new Segment(
                LongStream.rangeClosed(first, last)
                        .mapToObj(version -> Entry.learned(version, value((int) version)))
                        .toList());
    }

    public static StoredRow row(long number) {
        return StoredRow.whole(new Row(number, 0, 0, 0, List.of(), Slot.UNTOUCHED));
    }

    static Value value(int number) {
        return value(number, 0);
    }

    /** Returns a value whose body has so many bytes. */
    public static Value value(int number, int bodyBytes) {
        return new Value(
                1,
                new PutId(new UUID(1, number)),
                0,
                new OpId(new UUID(number, 2)),
                new Command.Put(Mode.UNVERSIONED, Bytes.copyOf(new byte[bodyBytes])));
    }

    public static void assertFails(Callable<?> operation, String message) {
        assertThatThrownBy(operation::call)
                .isInstanceOf(RowTableException.class)
                .hasMessageContaining(message);
    }

    interface ConcurrentWrite {
        boolean run(int writer) throws Exception;
    }

    /** Lets all writers begin at the same time. */
    static List<Boolean> inParallel(ConcurrentWrite writing) throws Exception {
        CountDownLatch ready = new CountDownLatch(WRITERS);
        List<Future<Boolean>> futures = new ArrayList<>();
        List<Boolean> results = new ArrayList<>();
        try (ExecutorService executor = Executors.newFixedThreadPool(WRITERS)) {
            for (int i = 0; i < WRITERS; i++) {
                int writer = i;
                futures.add(
                        executor.submit(
                                () -> {
                                    ready.countDown();
                                    ready.await();
                                    return writing.run(writer);
                                }));
            }
            for (Future<Boolean> future : futures) {
                results.add(future.get());
            }
        }
        return results;
    }

    void store(ObjectKey key) throws RowTableException {
        assertThat(table.store(key, row(1), null)).isTrue();
    }

    Tag tag() throws RowTableException {
        return table.load(KEY).orElseThrow().tag();
    }

    RowPage scan(String prefix, String after, boolean inclusive, int limit)
            throws RowTableException {
        return table.scan(new Scan(Samples.BUCKET, prefix, after, inclusive, limit), 0);
    }

    public static List<String> names(RowPage page) {
        return page.rows().stream().map(NamedRow::name).toList();
    }
}
