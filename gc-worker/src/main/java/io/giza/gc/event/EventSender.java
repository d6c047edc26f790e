package io.giza.gc.event;

/** Sends messages to webhooks. */
@FunctionalInterface
public interface EventSender {
    /**
     * Sends a message, once.
     *
     * @param webhook its name
     * @param message the body
     * @return how it ended; whatever it is, the webhook may have taken the message
     */
    Result send(String webhook, byte[] message);

    /** How sending ended. */
    sealed interface Result {}

    /** The webhook said that it took the message. */
    record Taken() implements Result {}

    /**
     * It did not say so.
     *
     * @param detail why not, for the log
     */
    record NotTaken(String detail) implements Result {}
}
