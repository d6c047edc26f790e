package io.giza.gateway.notify;

import io.giza.notification.EventName;
import io.giza.notification.EventRecord.Requester;

/**
 * Who asks for a change of an object, and by which operation: what events tell of it beyond what
 * services are asked for.
 *
 * @param created what it is called if it puts an object
 */
public record Origin(EventName created, Requester requester) {
    private static final ScopedValue<Origin> CURRENT = ScopedValue.newInstance();

    private static final Origin UNKNOWN = new Origin(EventName.CREATED_BY_PUT, Requester.UNKNOWN);

    /** Runs what is asked for; it may throw what it throws. */
    public <X extends Throwable> void serve(Served<X> operation) throws X {
        ScopedValue.where(CURRENT, this)
                .call(
                        () -> {
                            operation.run();
                            return true;
                        });
    }

    /** What is asked for. */
    @FunctionalInterface
    public interface Served<X extends Throwable> {
        /** Does it. */
        void run() throws X;
    }

    /** Returns a body for a task of its own, with the origin of whoever makes it. */
    public static Runnable inherited(Runnable body) {
        Origin origin = current();
        return () -> ScopedValue.where(CURRENT, origin).run(body);
    }

    static Origin current() {
        return CURRENT.isBound() ? CURRENT.get() : UNKNOWN;
    }
}
