package io.giza.gateway.fake;

import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.Utf8Order;
import io.giza.paxos.Acceptor;
import io.giza.paxos.Entry;
import io.giza.paxos.Reply;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;

/** The rows of one data center in a map, behind the acceptor of production. */
final class InMemoryMetadata implements MetadataReplica {
    private final DcName dc;
    private final Acceptor acceptor = new Acceptor();
    private final ConcurrentMap<ObjectKey, Row> rows = new ConcurrentHashMap<>();

    InMemoryMetadata(DcName dc) {
        this.dc = dc;
    }

    @Override
    public DcName dc() {
        return dc;
    }

    @Override
    public Answer send(Message message) {
        AtomicReference<@Nullable Reply> reply = new AtomicReference<>();
        rows.compute(
                message.key(),
                (_, row) -> {
                    Acceptor.Step step =
                            acceptor.step(row == null ? Row.ABSENT : row, message.request());
                    reply.set(step.reply());
                    return step.row().equals(Row.ABSENT) ? null : step.row();
                });
        ObjectKey witness = message.witness();
        Reply answer = reply.get();
        if (answer == null) {
            throw new IllegalStateException("no reply to " + message);
        }
        return new Answer(answer, witness == null ? null : row(witness));
    }

    private Row row(ObjectKey key) {
        return rows.getOrDefault(key, Row.ABSENT);
    }

    @Override
    public RowPage scan(Scan scan) {
        List<NamedRow> found =
                rows.entrySet().stream()
                        .filter(each -> each.getKey().bucket().equals(scan.bucket()))
                        .map(each -> new NamedRow(each.getKey().name(), each.getValue()))
                        .filter(each -> each.name().startsWith(scan.prefix()))
                        .filter(each -> isAfter(each.name(), scan))
                        .sorted((one, other) -> Utf8Order.compare(one.name(), other.name()))
                        .limit(scan.limit() + 1L)
                        .toList();
        boolean more = found.size() > scan.limit();
        return new RowPage(more ? found.subList(0, scan.limit()) : found, more);
    }

    private static boolean isAfter(String name, Scan scan) {
        int order = Utf8Order.compare(name, scan.after());
        return order > 0 || (order == 0 && scan.inclusive());
    }

    @Override
    public TableReport order(TableOrder order) {
        throw new UnsupportedOperationException("no table is ordered about here");
    }

    @Override
    public History history(Range range) {
        Row row = row(range.key());
        List<Entry> entries =
                row.from(range.from()).stream()
                        .filter(entry -> entry.version() <= range.to())
                        .toList();
        return new History(row.generation(), entries);
    }
}
