package io.giza.concurrent;

/**
 * Is told when a request begins, and ceases, to wait for what may take long: for its client, for
 * its share of a {@link Budget}, or for its turn to write a row. For any thread; waits may overlap.
 */
public interface Pauses {
    /** Wants to know nothing. */
    Pauses UNWATCHED =
            new Pauses() {
                @Override
                public void begin() {}

                @Override
                public void end() {}
            };

    /** Something is waited for from now on. */
    void begin();

    /** It is not any more. */
    void end();

    /**
     * Does {@code work}, of which this is told the waits for others; it may throw what that throws.
     */
    default <T, X extends Throwable> T watch(ScopedValue.CallableOp<T, X> work) throws X {
        return ScopedValue.where(Current.PAUSES, this).call(work);
    }

    /** Returns who is told of the waits of the current task. */
    static Pauses current() {
        return Current.PAUSES.orElse(UNWATCHED);
    }

    /** Holds what is current. */
    final class Current {
        private static final ScopedValue<Pauses> PAUSES = ScopedValue.newInstance();

        private Current() {}
    }
}
