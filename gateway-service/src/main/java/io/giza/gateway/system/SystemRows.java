package io.giza.gateway.system;

import io.giza.gateway.service.ClientOperation;
import io.giza.model.Bytes;
import io.giza.model.ObjectKey;
import io.giza.model.Value;

import java.util.List;
import java.util.Optional;

/**
 * Rows of the system key space, each of which holds one small record at a time: documents kept with
 * buckets, access keys. Reads and changes of a row are linearizable, whichever gateway does them.
 * Every outcome is a value.
 */
public interface SystemRows {
    /** The greatest record: the newest versions of a row must fit into one entity of a table. */
    int MAX_RECORD_BYTES = 32 << 10;

    /** Reads a row as a quorum knows it. */
    ReadResult read(ObjectKey key);

    /**
     * Changes a row.
     *
     * @param operation what the client asks for, the same for each of its retries
     */
    ChangeResult change(ObjectKey key, ClientOperation operation, Change change);

    /**
     * Reads the rows whose names begin with a prefix, in the order of their names.
     *
     * @param after the name after which to begin, without the prefix; empty for the first
     * @param limit more rows than this are not read
     */
    ListResult list(String prefix, String after, int limit);

    /** What a row becomes. */
    @FunctionalInterface
    interface Change {
        /**
         * Returns what the row becomes after it held {@code current}. May be asked again, when
         * another change came first.
         */
        Next after(Optional<Value> current);

        /** Returns the change to a record, whatever was there. */
        static Change to(int format, Bytes body) {
            return _ -> new Write(format, body);
        }

        /** Returns the change to nothing. */
        static Change removal() {
            return current -> current.isPresent() ? new Remove() : new Keep();
        }
    }

    /** What a row becomes. */
    sealed interface Next {}

    /**
     * It holds this record.
     *
     * @param format the format of {@code body}
     * @param body at most {@link #MAX_RECORD_BYTES}
     */
    record Write(int format, Bytes body) implements Next {
        public Write {
            if (body.size() > MAX_RECORD_BYTES) {
                throw new IllegalArgumentException("a record of " + body.size() + " bytes");
            }
        }
    }

    /** It holds nothing. */
    record Remove() implements Next {}

    /** It stays as it is. */
    record Keep() implements Next {}

    /** What a read found. */
    sealed interface ReadResult {}

    /** The row's record, empty if it holds none. */
    record Held(Optional<Value> record) implements ReadResult {}

    /** How a change ended. */
    sealed interface ChangeResult {}

    /** The row is as the change said. */
    record Changed() implements ChangeResult {}

    /** What a list found. */
    sealed interface ListResult {}

    /**
     * The rows.
     *
     * @param records those that hold a record
     * @param more whether there were more than the limit
     */
    record Listed(List<Named> records, boolean more) implements ListResult {
        public Listed {
            records = List.copyOf(records);
        }
    }

    /**
     * A row's record.
     *
     * @param name the row's name without the prefix that was asked for
     */
    record Named(String name, Value record) {}

    /**
     * Too few data centers answered.
     *
     * @param detail what was missing, for the log
     * @param outcomeUnknown whether a change may have happened, or may yet
     */
    record Unavailable(String detail, boolean outcomeUnknown)
            implements ReadResult, ChangeResult, ListResult {}
}
