package io.giza.metadata.row;

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
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.record.StoredRow;
import io.giza.record.StoredRowCodec;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.MetadataReplica.Range;
import io.giza.replica.MetadataReplica.Range.Kept;
import io.giza.replica.ReplicaException;
import io.giza.testkit.fixture.Samples;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;

/** Rows of long logs over a table in memory, and requests to them. */
abstract class SpillingRowsFixture {
    static final ObjectKey KEY = Samples.key("object");
    static final RowLimits SMALL = new RowLimits(1, 400, 7);

    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final InMemoryRowTable table = new InMemoryRowTable();

    final RowTransactor transactor(RowTable kept, RowLimits limits) {
        return new RowTransactor(
                Samples.dc(1),
                new SpillingRows(
                        InitializedTables.initialize(kept), limits, new RowMetrics(meters)),
                RowTransactor.Rules.PROTOCOL);
    }

    static void commit(RowTransactor transactor, long first, long last) throws ReplicaException {
        send(transactor, new Request.Commit(1, 0, entries(first, last)));
    }

    static void resolve(RowTransactor transactor, Entry news) throws ReplicaException {
        send(transactor, new Request.Commit(1, 0, List.of(news)));
    }

    static void send(RowTransactor transactor, Request request) throws ReplicaException {
        reply(transactor, request);
    }

    static Row reply(RowTransactor transactor, Request request) throws ReplicaException {
        return transactor.send(new Message(KEY, request, null)).reply().row();
    }

    static Resolution resolution(RowTransactor transactor, long version) throws ReplicaException {
        return at(transactor, version).resolution();
    }

    static Entry at(RowTransactor transactor, long version) throws ReplicaException {
        return transactor
                .history(new Range(KEY, version, version, Kept.OLDEST))
                .entries()
                .getFirst();
    }

    static List<Entry> readUpwards(RowTransactor transactor, long last) throws ReplicaException {
        List<Entry> all = new ArrayList<>();
        while (all.size() < last) {
            Range range = new Range(KEY, all.size() + 1, last, Kept.OLDEST);
            all.addAll(transactor.history(range).entries());
        }
        return all;
    }

    static List<Entry> readDownwards(RowTransactor transactor, long last) throws ReplicaException {
        List<Entry> all = new ArrayList<>();
        while (all.size() < last) {
            Range range = new Range(KEY, 1, last - all.size(), Kept.NEWEST);
            all.addAll(0, transactor.history(range).entries());
        }
        return all;
    }

    final StoredRow stored() {
        return table.load(KEY).orElseThrow().stored();
    }

    static long headBytes(RowTable kept) throws RowTableException {
        return StoredRowCodec.encode(kept.load(KEY).orElseThrow().stored()).size();
    }

    static List<Entry> entries(long first, long last) {
        return LongStream.rangeClosed(first, last)
                .mapToObj(version -> Entry.learned(version, value(version)))
                .toList();
    }

    static Entry resolved(long version) {
        return new Entry(version, value(version), Resolution.VISIBLE);
    }

    static Value value(long number) {
        return new Value(
                1, id(number), 0, op(number), new Command.Put(Mode.UNVERSIONED, bytes(200)));
    }

    static Value ending(Value.Kind kind, long number, long argument) {
        return new Value(1, id(number), 0, op(number), Command.of(kind, argument, Bytes.EMPTY));
    }

    static PutId id(long number) {
        return new PutId(new UUID(1, number));
    }

    static OpId op(long number) {
        return new OpId(new UUID(number, 2));
    }

    static Bytes bytes(int length) {
        return Bytes.copyOf(new byte[length]);
    }
}
