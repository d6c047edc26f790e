package io.giza.gc.event;

import io.giza.concurrent.Deadline;
import io.giza.notification.EventRecord;
import io.giza.worker.Retry;

import java.util.Optional;

/**
 * An event on its way. Of one task.
 *
 * @param event what is to be told
 * @param graceEnd when this worker has had it for {@link LaneDelivery#GRACE}
 * @param message what is sent, once it is known to have happened
 * @param next when it is looked at again
 */
record PendingEvent(EventRecord event, Deadline graceEnd, Optional<byte[]> message, Retry next) {
    PendingEvent withMessage(byte[] known) {
        return new PendingEvent(event, graceEnd, Optional.of(known), next);
    }

    PendingEvent at(Retry other) {
        return new PendingEvent(event, graceEnd, message, other);
    }
}
