package io.giza.gateway.read;

import io.giza.concurrent.Budget;
import io.giza.concurrent.BudgetLimits;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.spool.Spool;
import io.giza.stripe.VersionFragments;
import io.giza.stripe.read.ReadListener;

import java.util.function.UnaryOperator;

/**
 * What the gets of a gateway share.
 *
 * @param listener hears what happens while fragments are read
 * @param memory what they hold together of what their clients have not taken, in bytes
 * @param near looks for fragments nearer than where they lie
 * @param spool where bytes wait that clients do not take
 */
public record ReadResources(
        ReadListener listener, Budget memory, UnaryOperator<VersionFragments> near, Spool spool) {
    private static final long PLENTY = 1L << 30;

    /** Gets that read fragments where they lie. */
    public ReadResources(ReadListener listener, Budget memory, Spool spool) {
        this(listener, memory, UnaryOperator.identity(), spool);
    }

    /** Gets that nobody listens to, and that have more memory than they need. */
    public static ReadResources unlimited(Surroundings surroundings) {
        return new ReadResources(
                ReadListener.NONE,
                new Budget(surroundings.tasks(), new BudgetLimits(PLENTY, 1)),
                Spool.none(surroundings.time()));
    }
}
