package io.giza.metadata.row;

import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTableException;
import io.giza.paxos.Membership;

/** Tables that began with their cluster. */
final class Founded {
    private Founded() {}

    /** Has the table serve the first epoch, if it serves none. */
    static <T extends RowTable> T in(T table) {
        try {
            boolean _ = table.replaceMembership(Membership.UNTOLD, Membership.UNTOLD.founded(1));
            return table;
        } catch (RowTableException e) {
            throw new AssertionError(e);
        }
    }
}
