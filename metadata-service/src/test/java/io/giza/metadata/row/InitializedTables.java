package io.giza.metadata.row;

import io.giza.membership.Membership;
import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTableException;

/** Tables that began with their cluster. */
final class InitializedTables {
    private InitializedTables() {}

    /** Has the table serve the first epoch, if it serves none. */
    static <T extends RowTable> T initialize(T table) {
        try {
            boolean _ =
                    table.replaceMembership(
                            Membership.UNINITIALIZED, Membership.UNINITIALIZED.founded(1));
            return table;
        } catch (RowTableException e) {
            throw new AssertionError(e);
        }
    }
}
