package io.giza.cli.cluster;

import org.jspecify.annotations.Nullable;

/** Why a command ends before its time: one sentence for people, an exit code for scripts. */
public final class CommandException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ExitCode code;

    /** Ends a command with a sentence. */
    public CommandException(ExitCode code, String sentence) {
        this(code, sentence, null);
    }

    /** Ends a command with a sentence and what led to it. */
    public CommandException(ExitCode code, String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
        this.code = code;
    }

    /** Returns what the process exits with. */
    public ExitCode code() {
        return code;
    }
}
