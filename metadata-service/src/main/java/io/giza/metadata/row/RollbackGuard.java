package io.giza.metadata.row;

import io.giza.commit.ProgressNotes;
import io.giza.commit.ProgressNotes.Heard;
import io.giza.concurrent.Time;
import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTableException;
import io.giza.model.DcName;
import io.giza.paxos.Membership;
import io.giza.paxos.Occupant;
import io.giza.paxos.StoreIdentity;
import io.giza.paxos.StoreProgress;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Keeps an older copy of a table from serving, and one made anew by mistake: a table that starts
 * lets nothing through before others said how far they know it to have come. While it waits, it
 * still says what it noted of others, so that tables that start together find out about one
 * another.
 */
public final class RollbackGuard implements MetadataReplica {
    /** How often a table tells how far it has come. */
    public static final Duration INTERVAL = Duration.ofSeconds(1);

    /** How long it waits for the slowest of the others. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /** After so many intervals it tells also what is not new: somebody may have been replaced. */
    private static final int QUIET_INTERVALS = 60;

    private final MetadataReplica rows;
    private final RowTable table;
    private final ProgressNotes notes;
    private final Time time;
    private volatile Passage passage;

    /** What was told last, and heard by all; null if there is nothing such. */
    private @Nullable News told;

    private int quiet;

    /** What a table tells: how far it has come, and what it noted of others. */
    private record News(StoreProgress own, List<StoreProgress> noted) {}

    /** What the guard lets through. */
    public enum Passage {
        /** What others noted is not known yet: nothing passes. */
        WAITING,
        /** Everything passes. */
        OPEN,
        /** This table must not serve: nothing ever passes. */
        REFUSED
    }

    /**
     * Guards a table.
     *
     * @param rows what is guarded
     * @param table the table behind it
     * @param waits whether nothing passes at first; one that waits for the order to join has no
     *     past that it could have forgotten
     */
    public RollbackGuard(
            MetadataReplica rows, RowTable table, boolean waits, ProgressNotes notes, Time time) {
        this.rows = rows;
        this.table = table;
        this.notes = notes;
        this.time = time;
        this.passage = waits ? Passage.WAITING : Passage.OPEN;
    }

    /** Returns what passes now. */
    public Passage passage() {
        return passage;
    }

    /**
     * Does what is due: asks the others while the table waits, and tells them if there is news.
     *
     * @return why the table must not serve, if somebody knows; empty else
     * @throws RowTableException if the table cannot say what it is
     */
    public Optional<String> round() throws RowTableException {
        Optional<News> news = news();
        if (passage == Passage.REFUSED || news.isEmpty() || !isDue(news.get())) {
            return Optional.empty();
        }
        Heard heard = notes.tell(news.get().own(), news.get().noted(), time.after(PATIENCE));
        switch (heard) {
            case Heard.Disproof disproof -> {
                passage = Passage.REFUSED;
                return Optional.of(disproof.reason());
            }
            case Heard.Nothing nothing -> {
                if (!nothing.byAll()) {
                    // Whoever did not hear it is told again.
                    told = null;
                }
                if (notes.isEnough(nothing.tables())) {
                    passage = Passage.OPEN;
                }
            }
        }
        return Optional.empty();
    }

    private boolean isDue(News news) {
        quiet++;
        if (passage == Passage.OPEN && news.equals(told) && quiet < QUIET_INTERVALS) {
            return false;
        }
        told = news;
        quiet = 0;
        return true;
    }

    /** Returns what there is to tell; nothing if the table has no past, or no older copies. */
    private Optional<News> news() throws RowTableException {
        Membership membership = table.membership();
        StoreIdentity identity = membership.identity();
        OptionalLong sequence = table.sequence();
        if (identity == null || !membership.isTold() || sequence.isEmpty()) {
            return Optional.empty();
        }
        StoreProgress own =
                new StoreProgress(
                        identity.dc(),
                        Occupant.Part.ROWS,
                        membership.joined(),
                        identity.life(),
                        sequence.getAsLong());
        return Optional.of(new News(own, own.others(membership.progress())));
    }

    private MetadataReplica open() throws ReplicaException {
        if (passage != Passage.OPEN) {
            throw new ReplicaException.NotReady(
                    dc(), "it waits for others to say how far they know it to have come", null);
        }
        return rows;
    }

    @Override
    public DcName dc() {
        return rows.dc();
    }

    @Override
    public Answer send(Message message) throws ReplicaException {
        return open().send(message);
    }

    @Override
    public RowPage scan(Scan scan) throws ReplicaException {
        return open().scan(scan);
    }

    @Override
    public TableReport order(TableOrder order) throws ReplicaException {
        return order instanceof TableOrder.Note ? rows.order(order) : open().order(order);
    }

    @Override
    public History history(Range range) throws ReplicaException {
        return open().history(range);
    }
}
