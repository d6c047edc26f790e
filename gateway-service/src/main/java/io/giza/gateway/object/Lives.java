package io.giza.gateway.object;

import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Operations that begin in the life of their bucket that is remembered, and begin again where
 * another took its place: what was tried in a life that is over came to nothing.
 */
public final class Lives {
    /** More lives than this begin during one operation only where somebody means it. */
    static final int MOST = 3;

    private Lives() {}

    /**
     * Tries until the life of the bucket was the right one, three times at most.
     *
     * @param replaced tells whether the bucket turned out to be another than the remembered one
     */
    public static <R> R attempt(Supplier<R> operation, Predicate<R> replaced) {
        R result = operation.get();
        for (int life = 1; life < MOST && replaced.test(result); life++) {
            result = operation.get();
        }
        return result;
    }
}
