package io.giza.concurrent;

/**
 * Hears of the long waits of a request: for its client, for its share of a {@link Budget}, or for
 * its turn to write a row. For any thread; waits of one request may overlap.
 */
public abstract class WaitListener {
    /** Ignores all waits. */
    public static final WaitListener NONE =
            new WaitListener() {
                @Override
                public void waitBegan() {}

                @Override
                public void waitEnded() {}
            };

    private static final ScopedValue<WaitListener> CURRENT = ScopedValue.newInstance();

    /** Hears that a wait began. */
    public abstract void waitBegan();

    /** Hears that a wait ended. */
    public abstract void waitEnded();

    /** Hears that all of the request's body has come, after waits for it. */
    public void bodyEnded() {}

    /** Waits, and hears of it; throws the exceptions of the wait. */
    public final <T, X extends Throwable> T during(ScopedValue.CallableOp<T, X> wait) throws X {
        waitBegan();
        try {
            return wait.call();
        } finally {
            waitEnded();
        }
    }

    /** Does {@code work} and hears of its waits in this task; throws the exceptions of the work. */
    public <T, X extends Throwable> T listen(ScopedValue.CallableOp<T, X> work) throws X {
        return ScopedValue.where(CURRENT, this).call(work);
    }

    /** Returns the listener of the current task. */
    public static WaitListener current() {
        return CURRENT.orElse(NONE);
    }
}
