package io.giza.metadata.row;

import io.giza.commit.rollback.RollbackGuard;
import io.giza.membership.Membership;
import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTableException;

import java.io.IOException;
import java.util.OptionalLong;

/**
 * A table as its guard sees it.
 *
 * @param table the table
 */
public record GuardedTable(RowTable table) implements RollbackGuard.Store {
    @Override
    public Membership membership() throws IOException {
        try {
            return table.membership();
        } catch (RowTableException e) {
            throw new IOException(e);
        }
    }

    @Override
    public OptionalLong sequence() {
        return table.sequence();
    }
}
