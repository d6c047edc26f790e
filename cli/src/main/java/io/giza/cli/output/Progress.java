package io.giza.cli.output;

import org.jspecify.annotations.Nullable;

/** A line that says how far something is: on standard error, and only where a person sees it. */
public final class Progress implements AutoCloseable {
    private final boolean isShown = Terminal.isInteractive();
    private @Nullable String last;

    /** Says how far it is, in the place of what was said before. */
    public void show(String line) {
        if (isShown && !line.equals(last)) {
            System.err.print("\r\033[K" + PlainWriter.oneLine(line));
            last = line;
        }
    }

    /** Takes the line away. */
    @Override
    public void close() {
        if (last != null) {
            System.err.print("\r\033[K");
        }
    }
}
