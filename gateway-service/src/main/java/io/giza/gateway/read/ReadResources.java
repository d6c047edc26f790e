package io.giza.gateway.read;

import io.giza.concurrent.Budget;
import io.giza.concurrent.BudgetLimits;
import io.giza.concurrent.Tasks;
import io.giza.stripe.read.ReadListener;

/**
 * What the gets of a gateway share.
 *
 * @param listener hears what happens while fragments are read
 * @param memory what they hold together of what their clients have not taken, in bytes
 */
public record ReadResources(ReadListener listener, Budget memory) {
    private static final long PLENTY = 1L << 30;

    /** Gets that nobody listens to, and that have more memory than they need. */
    public static ReadResources unlimited(Tasks tasks) {
        return new ReadResources(ReadListener.NONE, new Budget(tasks, new BudgetLimits(PLENTY, 1)));
    }
}
