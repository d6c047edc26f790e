package io.giza.worker;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/**
 * The state of a job at a worker, as operators read it.
 *
 * @param job its name
 * @param state {@code elsewhere}, {@code waiting}, {@code requested} where it was asked for and has
 *     not begun, or {@code running}
 * @param began when it began last, here
 * @param ended when it ended last, here
 * @param position how far it is, in words of its own; empty at the beginning
 * @param detail why it was not done to its end
 */
public record JobStatus(
        String job,
        String state,
        @Nullable Instant began,
        @Nullable Instant ended,
        String position,
        String detail) {
    /** Returns what operators are told of a shift. */
    public static JobStatus of(LeasedJobRunner.Status status) {
        return new JobStatus(
                status.job(),
                state(status),
                status.began().orElse(null),
                status.ended().orElse(null),
                status.position(),
                status.detail());
    }

    private static String state(LeasedJobRunner.Status status) {
        if (status.running()) {
            return "running";
        }
        if (status.requested()) {
            return "requested";
        }
        return status.held() ? "waiting" : "elsewhere";
    }
}
