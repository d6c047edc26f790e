package io.giza.metadata.table;

import org.jspecify.annotations.Nullable;

/** The table failed, or holds something that cannot be read. */
public sealed class RowTableException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * Says what failed; whether a write had an effect is not known.
     *
     * @param message names the row, the segment or the table
     */
    public RowTableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** The table is over its limits and asks to be left alone for a while. */
    public static final class Throttled extends RowTableException {
        private static final long serialVersionUID = 1L;

        public Throttled(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** The disk of the table is full, and a change had no effect. */
    public static final class Full extends RowTableException {
        private static final long serialVersionUID = 1L;

        public Full(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** The table cannot be opened, because of something that was configured. */
    public static final class Unusable extends RowTableException {
        private static final long serialVersionUID = 1L;

        private final String remedy;

        /**
         * Says why it cannot be opened.
         *
         * @param remedy what to do about it, in one sentence
         */
        public Unusable(String message, String remedy, @Nullable Throwable cause) {
            super(message, cause);
            this.remedy = remedy;
        }

        /** Returns what to do about it. */
        public String remedy() {
            return remedy;
        }
    }
}
