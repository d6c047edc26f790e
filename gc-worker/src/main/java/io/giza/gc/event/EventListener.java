package io.giza.gc.event;

import java.time.Duration;

/** Hears how events fare. */
public interface EventListener {
    /** What became of an event, or of a try to send it. */
    enum Outcome {
        /** The webhook took it. */
        SENT,
        /** The webhook did not take it now; it is tried again. */
        FAILED,
        /** It was tried for as long as events are kept. */
        EXPIRED,
        /** What was to be told did not happen, or is not asked for. */
        DROPPED
    }

    /** Hears of one. */
    void count(String webhook, Outcome outcome);

    /**
     * Hears what is left to be done for a webhook.
     *
     * @param count how many events
     * @param oldest how long the oldest of those that are looked at has waited
     */
    void backlog(String webhook, long count, Duration oldest);
}
