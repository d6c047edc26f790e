package io.giza.gateway.s3.logging;

import java.util.List;
import java.util.function.BiConsumer;

/** Takes the records of buckets for good. */
interface LogSink {
    /** What became of records. */
    enum Outcome {
        /** They are stored. */
        DELIVERED,
        /** Nobody wants records of that bucket. */
        UNWANTED,
        /** They cannot be stored now, or nobody knows whether they were. */
        LATER,
        /** They cannot be stored. */
        REFUSED
    }

    /** Forgets what was known of a bucket. */
    void forget(String bucket);

    /** Tells, without asking anybody, whether nobody wants records of a bucket. */
    boolean isKnownUnwanted(String bucket);

    /** Tells whether nobody wants records of a bucket, as far as that can be found out. */
    boolean isUnwanted(String bucket);

    /**
     * Stores records.
     *
     * @param lines those of one bucket, at least one
     * @param recorded is told of the records of what this does, and of their bucket
     */
    Outcome deliver(String bucket, List<LogLine> lines, BiConsumer<String, LogLine> recorded);
}
