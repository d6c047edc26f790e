package io.giza.concurrent;

import org.jspecify.annotations.Nullable;

/**
 * A part of an operation, as whoever watches from outside sees it. It never has an effect on the
 * operation, and costs nothing where nobody watches.
 */
public interface Span {
    /** The header of {@link #traceParent}. */
    String HEADER = "traceparent";

    /** What nobody watches. */
    Span NONE =
            new Span() {
                @Override
                public Span begin(String name) {
                    return this;
                }

                @Override
                public void note(String name, String value) {}

                @Override
                public void end() {}

                @Override
                public @Nullable String traceParent() {
                    return null;
                }
            };

    /** Begins a part of this one. */
    Span begin(String name);

    /** Notes something about it. */
    void note(String name, String value);

    /** Ends it; once. */
    void end();

    /**
     * Returns what a request has to carry for its receiver to go on with this part (W3C Trace
     * Context, section 3.2); null if nobody watches.
     */
    @Nullable String traceParent();
}
