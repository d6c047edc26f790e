package io.giza.metadata.row;

import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTable.Tag;
import io.giza.metadata.table.RowTable.TaggedRow;
import io.giza.metadata.table.RowTableException;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Acceptor;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/**
 * Takes messages to rows: load, step, write if unchanged, and again when another message got in
 * between. The acceptor's step is idempotent, so a write that succeeded without our knowing does no
 * harm. The replica of this data center itself.
 */
public final class RowTransactor implements MetadataReplica {
    private static final int MAX_ATTEMPTS = 100;

    /**
     * How many of the newest versions a reply shows: all that an earlier operation is sought in.
     */
    static final int REPLY_WINDOW = Acceptor.OPERATION_WINDOW;

    /** How many of the newest versions a scanned row shows. */
    static final int SCAN_WINDOW = 2;

    private final DcName dc;
    private final RowTable table;
    private final Acceptor acceptor;

    public RowTransactor(DcName dc, RowTable table, Acceptor acceptor) {
        this.dc = dc;
        this.table = table;
        this.acceptor = acceptor;
    }

    @Override
    public DcName dc() {
        return dc;
    }

    @Override
    public Answer send(Message message) throws ReplicaException {
        try {
            Reply reply = apply(message.key(), message.request());
            return new Answer(reply, witness(message.witness()));
        } catch (RowTableException e) {
            throw new ReplicaException.Failed(dc, String.valueOf(e.getMessage()), e);
        }
    }

    private Reply apply(ObjectKey key, Request request) throws RowTableException, ReplicaException {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            Optional<TaggedRow> stored = table.load(key);
            Row before = stored.map(TaggedRow::row).orElse(Row.ABSENT);
            Acceptor.Step step = acceptor.step(before, request);
            @Nullable Tag tag = stored.map(TaggedRow::tag).orElse(null);
            if (step.row().equals(before) || table.store(key, step.row(), tag)) {
                return ReplyWindow.cut(step.reply(), firstShown(step.row(), request));
            }
        }
        throw new ReplicaException.Throttled(dc, "too many writers of " + key, null);
    }

    private static long firstShown(Row row, Request request) {
        return request instanceof Request.Read read && read.from() > 0
                ? read.from()
                : row.chosen() - REPLY_WINDOW + 1;
    }

    private @Nullable Row witness(@Nullable ObjectKey key) throws RowTableException {
        if (key == null) {
            return null;
        }
        Row row = table.load(key).map(TaggedRow::row).orElse(Row.ABSENT);
        return row.since(row.chosen());
    }

    @Override
    public RowPage scan(Scan scan) throws ReplicaException {
        try {
            RowPage page = table.scan(scan);
            return new RowPage(
                    page.rows().stream()
                            .map(
                                    named ->
                                            new NamedRow(
                                                    named.name(),
                                                    named.row()
                                                            .since(
                                                                    named.row().chosen()
                                                                            - SCAN_WINDOW
                                                                            + 1)))
                            .toList(),
                    page.more());
        } catch (RowTableException e) {
            throw new ReplicaException.Failed(dc, String.valueOf(e.getMessage()), e);
        }
    }
}
