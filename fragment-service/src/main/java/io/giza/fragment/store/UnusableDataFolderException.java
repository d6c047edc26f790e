package io.giza.fragment.store;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;

/** The folder for the fragments cannot be used. */
public final class UnusableDataFolderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String detail;

    UnusableDataFolderException(Path folder, String reason, Throwable cause) {
        this("giza.fragment.data-dir", folder.toAbsolutePath() + " " + reason, cause);
    }

    private UnusableDataFolderException(String key, String detail, @Nullable Throwable cause) {
        super(key + " " + detail, cause);
        this.detail = detail;
    }

    /** Returns the same of a folder that another key names. */
    public UnusableDataFolderException of(String key) {
        return new UnusableDataFolderException(key, detail, getCause());
    }
}
