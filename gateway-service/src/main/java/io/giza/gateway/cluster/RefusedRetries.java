package io.giza.gateway.cluster;

import io.giza.concurrent.Moment;
import io.giza.concurrent.Time;
import io.giza.model.OpId;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Remembers operations whose retry was refused because its condition did not hold. The client then
 * knows that nothing was written. A first attempt that this gateway held back, as one that stood
 * still does, must not be done after that, though its condition may hold by then.
 *
 * <p>What another gateway refused is not known here: that takes a client, or what distributes its
 * requests, that asks another gateway while the first one stands still.
 */
public final class RefusedRetries {
    /** They take about a megabyte. */
    private static final int MAX_REMEMBERED = 10_000;

    private final Time time;
    private final Map<OpId, Moment> refused = new LinkedHashMap<>();

    /** Remembers none yet. */
    public RefusedRetries(Time time) {
        this.time = time;
    }

    /** Remembers that a retry of an operation is refused now. */
    public synchronized void note(OpId operation) {
        refused.remove(operation);
        if (refused.size() >= MAX_REMEMBERED) {
            Iterator<OpId> oldest = refused.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        refused.put(operation, time.moment());
    }

    /** Returns when a retry of an operation was refused last, if that is remembered. */
    public synchronized Optional<Moment> of(OpId operation) {
        return Optional.ofNullable(refused.get(operation));
    }
}
