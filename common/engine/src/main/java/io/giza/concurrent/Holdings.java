package io.giza.concurrent;

import java.util.HashMap;
import java.util.Map;

/** What is held of a {@link Budget}, by whom, and whose limit is in the way of more. */
final class Holdings {
    private final Map<String, Long> held = new HashMap<>();
    private BudgetLimits limits;
    private long all;

    Holdings(BudgetLimits limits) {
        this.limits = limits;
    }

    /** Whose limit is in the way. */
    enum Obstacle {
        NONE,
        KEY,
        ACCOUNT,
        ALL
    }

    /** Who holds something, or wants to. */
    record Holder(String account, Claimant claimant) {
        /** No name of an account has a line feed. */
        String key() {
            return account + "\n" + claimant.key();
        }

        boolean blocks(Holder other, Obstacle obstacle) {
            return switch (obstacle) {
                case NONE, ALL -> true;
                case ACCOUNT -> account.equals(other.account);
                case KEY -> key().equals(other.key());
            };
        }
    }

    BudgetLimits limits() {
        return limits;
    }

    void limit(BudgetLimits limits) {
        this.limits = limits;
    }

    long all() {
        return all;
    }

    Obstacle obstacle(Holder holder, long more) {
        if (of(holder.key()) + more > limits.ofKey()) {
            return Obstacle.KEY;
        }
        if (of(holder.account) + more > limits.ofAccount()) {
            return Obstacle.ACCOUNT;
        }
        return all + more > limits.capacity() ? Obstacle.ALL : Obstacle.NONE;
    }

    /** Tells whether a quarter would be left of what the key, its account and all may hold. */
    boolean isAmple(Holder holder, long more) {
        return of(holder.key()) + more <= quarterLess(limits.ofKey())
                && of(holder.account) + more <= quarterLess(limits.ofAccount())
                && all + more <= quarterLess(limits.capacity());
    }

    void add(Holder holder, long more) {
        all += more;
        add(holder.account, more);
        add(holder.key(), more);
    }

    /** Of whom nothing is held, nothing is kept. */
    private void add(String owner, long more) {
        long sum = of(owner) + more;
        if (sum == 0) {
            held.remove(owner);
        } else {
            held.put(owner, sum);
        }
    }

    private long of(String owner) {
        return held.getOrDefault(owner, 0L);
    }

    private static long quarterLess(long limit) {
        return limit - limit / 4;
    }
}
