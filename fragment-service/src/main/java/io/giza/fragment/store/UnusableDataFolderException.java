package io.giza.fragment.store;

import java.nio.file.Path;

/** The folder for the fragments cannot be used. */
public final class UnusableDataFolderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnusableDataFolderException(Path folder, String reason, Throwable cause) {
        super("giza.fragment.data-dir " + folder.toAbsolutePath() + " " + reason, cause);
    }
}
