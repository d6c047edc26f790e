package io.giza.concurrent;

/**
 * How much there is.
 *
 * @param capacity what is held at most
 * @param accounts how many accounts share it: of two or more, each gets half at most
 */
public record BudgetLimits(long capacity, int accounts) {
    public BudgetLimits {
        if (capacity < 1) {
            throw new IllegalArgumentException("there must be something to share: " + capacity);
        }
    }

    /** Returns what one account gets at most. */
    public long ofAccount() {
        return accounts < 2 ? capacity : capacity - capacity / 2;
    }

    /** Returns what one access key gets at most. */
    public long ofKey() {
        return ofAccount() - ofAccount() / 8;
    }
}
