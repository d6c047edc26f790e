package io.giza.concurrent;

/**
 * For whom a task takes its share of a {@link Budget}. A task that it forks takes it for the same.
 *
 * @param key the access key, of the account that is named when a share is taken
 * @param address where its client is, by which clients of one key take turns; empty where all are
 *     one
 */
public record Claimant(String key, String address) {
    /** Nobody in particular. */
    public static final Claimant NOBODY = new Claimant("", "");

    private static final ScopedValue<Claimant> CURRENT = ScopedValue.newInstance();

    /** Does {@code work} for this claimant; it may throw what it throws. */
    public <T, X extends Throwable> T serve(ScopedValue.CallableOp<T, X> work) throws X {
        return ScopedValue.where(CURRENT, this).call(work);
    }

    /** Returns for whom the current task works. */
    public static Claimant current() {
        return CURRENT.orElse(NOBODY);
    }

    /** Runs {@code body} in a task for whom the task works that forks it. */
    static Runnable inherited(Runnable body) {
        if (!CURRENT.isBound()) {
            return body;
        }
        Claimant claimant = CURRENT.get();
        return () -> ScopedValue.where(CURRENT, claimant).run(body);
    }
}
