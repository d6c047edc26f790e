package io.giza.metadata.row;

import io.giza.commit.rollback.RollbackGuard;
import io.giza.model.DcName;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;

/**
 * Rows that a guard lets be asked or not. While it does not, they still say what they noted of
 * other stores, so that stores that start together find out about one another.
 */
public final class GuardedRows implements MetadataReplica {
    private final MetadataReplica rows;
    private final RollbackGuard guard;

    /**
     * Guards rows.
     *
     * @param rows what is guarded
     * @param guard the guard of the table behind them
     */
    public GuardedRows(MetadataReplica rows, RollbackGuard guard) {
        this.rows = rows;
        this.guard = guard;
    }

    private MetadataReplica requireOpen() throws ReplicaException {
        if (!guard.isOpen()) {
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
        return requireOpen().send(message);
    }

    @Override
    public RowPage scan(Scan scan) throws ReplicaException {
        return requireOpen().scan(scan);
    }

    @Override
    public TableReport order(TableOrder order) throws ReplicaException {
        return order instanceof TableOrder.Note ? rows.order(order) : requireOpen().order(order);
    }

    @Override
    public History history(Range range) throws ReplicaException {
        return requireOpen().history(range);
    }
}
