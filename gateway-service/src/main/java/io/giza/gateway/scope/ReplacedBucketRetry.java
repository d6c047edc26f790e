package io.giza.gateway.scope;

import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Operations that begin in the life of their bucket that is remembered, and begin again where
 * another took its place: what was tried in a life that is over came to nothing.
 */
public final class ReplacedBucketRetry {
    /** More lives than this begin during one operation only where somebody means it. */
    public static final int MAX_ATTEMPTS = 3;

    private ReplacedBucketRetry() {}

    /**
     * Tries until the life of the bucket was the right one, three times at most.
     *
     * @param replaced tells whether the bucket turned out to be another than the remembered one
     */
    public static <R> R attempt(Supplier<R> operation, Predicate<R> replaced) {
        R result = operation.get();
        for (int attempt = 1; attempt < MAX_ATTEMPTS && replaced.test(result); attempt++) {
            result = operation.get();
        }
        return result;
    }
}
