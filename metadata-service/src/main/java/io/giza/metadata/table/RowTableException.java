package io.giza.metadata.table;

import org.jspecify.annotations.Nullable;

/** The table failed, or holds something that cannot be read. */
public final class RowTableException extends Exception {
    private static final long serialVersionUID = 1L;

    public RowTableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
