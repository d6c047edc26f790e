package io.giza.metadata.row;

import io.giza.membership.Admission;
import io.giza.membership.Membership;
import io.giza.membership.StoreStartup;
import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTable.TaggedRow;
import io.giza.metadata.table.RowTableException;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Acceptor;
import io.giza.paxos.Entry;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.record.StoredRow;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

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

    private final DcName dc;
    private final RowTable table;
    private final SpillingRows rows;
    private final UndecidedRows undecided;
    private final Rules rules;

    /** The rules of the protocol behind a table. The mutation drill replaces them. */
    public record Rules(Admission admission, Acceptor acceptor) {
        /** The protocol's own rules. */
        public static final Rules PROTOCOL = new Rules(new Admission(), new Acceptor());
    }

    /** Takes messages to rows of any length. */
    public RowTransactor(DcName dc, SpillingRows rows, Rules rules) {
        this.dc = dc;
        this.table = rows.table();
        this.rows = rows;
        this.undecided = new UndecidedRows(table);
        this.rules = rules;
    }

    @Override
    public DcName dc() {
        return dc;
    }

    @Override
    public Answer send(Message message) throws ReplicaException {
        try {
            Reply reply = apply(message.key(), message.request());
            return new Answer(reply, witness(message));
        } catch (RowTableException e) {
            throw failure(e);
        }
    }

    private Reply apply(ObjectKey key, Request request) throws RowTableException, ReplicaException {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            Membership membership = table.membership();
            long mark = undecided.mark(key);
            Optional<TaggedRow> loaded = table.load(key);
            StoredRow stored = loaded.map(TaggedRow::stored).orElse(StoredRow.ABSENT);
            Row before = membership.current(stored.row());
            Optional<Reply> refusal = rules.admission().refusal(membership, before, request);
            if (refusal.isPresent()) {
                return ReplyWindow.cut(refusal.get(), firstVersionInReply(before, request));
            }
            Acceptor.Step step = rules.acceptor().step(before, request);
            if (step.row().equals(before) || store(key, loaded.orElse(null), step.row(), mark)) {
                if (before.equals(stored.row())) {
                    resolveOlder(key, stored, request);
                }
                return ReplyWindow.cut(step.reply(), firstVersionInReply(step.row(), request));
            }
        }
        throw new ReplicaException.Throttled(dc, "too many writers of " + key, null);
    }

    private boolean store(ObjectKey key, @Nullable TaggedRow before, Row after, long mark)
            throws RowTableException {
        boolean isUndecided = UndecidedRows.isUndecided(after);
        if (isUndecided) {
            undecided.remember(key);
        }
        boolean stored = rows.store(key, before, after);
        if (stored && !isUndecided) {
            undecided.forget(key, mark);
        }
        return stored;
    }

    /**
     * Begins to serve, if the table is the one that is meant, and returns what it is.
     *
     * @throws io.giza.membership.RefusedStoreException if it is not
     */
    public Membership enter(StoreStartup entry) throws ReplicaException {
        try {
            return changeMembership(entry::after, table::enter);
        } catch (RowTableException e) {
            throw failure(e);
        }
    }

    /** Writes the membership if it is still as it was loaded. */
    @FunctionalInterface
    private interface MembershipWrite {
        boolean replace(Membership expected, Membership next) throws RowTableException;
    }

    private Membership changeMembership(
            UnaryOperator<Membership> change, MembershipWrite replacement)
            throws RowTableException, ReplicaException {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            Membership before = table.membership();
            Membership after = change.apply(before);
            if (after.equals(before) || replacement.replace(before, after)) {
                return after;
            }
        }
        throw new ReplicaException.Throttled(dc, "too many changes of the membership", null);
    }

    @Override
    public TableReport order(TableOrder order) throws ReplicaException {
        try {
            Membership membership =
                    switch (order) {
                        case TableOrder.OfMembership o ->
                                changeMembership(o::after, table::replaceMembership);
                        case TableOrder.Keys _ -> table.membership();
                    };
            TableReport report = TableReport.of(membership);
            if (order instanceof TableOrder.Keys keys && report.servesAllIn(keys.epoch())) {
                RowTable.KeyPage page = table.keys(keys.after(), keys.limit());
                return new TableReport(membership, page.keys(), page.hasMore());
            }
            return report;
        } catch (RowTableException e) {
            throw failure(e);
        }
    }

    /** Takes what the request says of versions that are not in the head to where they are. */
    private void resolveOlder(ObjectKey key, StoredRow stored, Request request)
            throws RowTableException {
        if (request.epoch() < stored.row().epoch()) {
            return;
        }
        switch (request) {
            case Request.Read _, Request.Remove _, Request.Seed _ -> {}
            case Request.Commit r -> resolveOlder(key, stored, r.generation(), r.tail());
            case Request.Truncate r -> {
                boolean isChosen = stored.row().chosen() >= r.deletion().version();
                if (isChosen && r.generation() == stored.row().generation()) {
                    rows.truncate(key, stored, r.version());
                }
            }
            case Request.AtInstance r -> resolveOlder(key, stored, r.at().generation(), r.tail());
        }
    }

    private void resolveOlder(ObjectKey key, StoredRow stored, long generation, List<Entry> tail)
            throws RowTableException {
        if (generation == stored.row().generation()) {
            rows.resolve(key, stored, tail);
        }
    }

    private static long firstVersionInReply(Row row, Request request) {
        return request instanceof Request.Read read && read.from() > 0
                ? read.from()
                : row.chosen() - REPLY_WINDOW + 1;
    }

    private @Nullable Row witness(Message message) throws RowTableException {
        ObjectKey key = message.witness();
        if (key == null) {
            return null;
        }
        Membership membership = table.membership();
        if (message.request().epoch() > membership.epoch()) {
            return null;
        }
        Row row = membership.current(table.load(key).map(TaggedRow::row).orElse(Row.ABSENT));
        return rules.admission().mayAnswer(membership, row) ? row.since(row.chosen()) : null;
    }

    @Override
    public RowPage scan(Scan scan) throws ReplicaException {
        try {
            Membership membership = table.membership();
            if (scan.epoch() > membership.epoch()) {
                throw epochNotReached(scan.epoch(), membership);
            }
            if (scan.epoch() < membership.epoch()) {
                throw new ReplicaException.Refused(
                        dc, "the topology is in epoch " + membership.epoch(), null);
            }
            if (!rules.admission().mayAnswer(membership, Row.ABSENT)) {
                throw new ReplicaException.NotReady(dc, "not all rows are seeded", null);
            }
            RowPage page = scan.undecided() ? undecided.scan(scan) : ShardMerge.scan(table, scan);
            return new RowPage(
                    page.rows().stream()
                            .map(
                                    named ->
                                            new NamedRow(
                                                    named.name(), membership.current(named.row())))
                            .toList(),
                    page.more());
        } catch (RowTableException e) {
            throw failure(e);
        }
    }

    private ReplicaException epochNotReached(long epoch, Membership membership) {
        return new ReplicaException.NotReady(
                dc, "epoch " + epoch + " was not ordered in " + membership.epoch(), null);
    }

    /** Reads old versions; what is chosen is chosen in every epoch, so any may ask. */
    @Override
    public History history(Range range) throws ReplicaException {
        try {
            Membership membership = table.membership();
            if (!membership.isInitialized()) {
                throw epochNotReached(1, membership);
            }
            return rows.history(range);
        } catch (RowTableException e) {
            throw failure(e);
        }
    }

    /** Says what a failure of the table means. Nothing says that a request had no effect. */
    private ReplicaException failure(RowTableException e) {
        String detail = String.valueOf(e.getMessage());
        return switch (e) {
            case RowTableException.Throttled _ -> new ReplicaException.Throttled(dc, detail, e);
            case RowTableException.Full _ -> new ReplicaException.Full(dc, detail, e);
            case RowTableException _ -> new ReplicaException.Failed(dc, detail, e);
        };
    }
}
