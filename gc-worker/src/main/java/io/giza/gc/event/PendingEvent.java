package io.giza.gc.event;

import io.giza.notification.EventRecord;

import java.util.Optional;

/**
 * An event on its way. Of one task.
 *
 * @param event what is to be told
 * @param firstSeen when this worker read it first, by the steady clock
 * @param message what is sent, once it is known to have happened
 * @param next when it is looked at again
 */
record PendingEvent(EventRecord event, long firstSeen, Optional<byte[]> message, Retry next) {
    PendingEvent withMessage(byte[] known) {
        return new PendingEvent(event, firstSeen, Optional.of(known), next);
    }

    PendingEvent at(Retry other) {
        return new PendingEvent(event, firstSeen, message, other);
    }
}
