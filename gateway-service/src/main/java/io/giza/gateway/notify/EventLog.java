package io.giza.gateway.notify;

import io.giza.gateway.service.ObjectService.Target;
import io.giza.model.BucketId;
import io.giza.notification.EventRecord;
import io.giza.notification.NotificationRule;

import java.util.List;
import java.util.Optional;

/** The rows of events, and what buckets say of them. */
public interface EventLog {
    /**
     * What a bucket wants to be told of.
     *
     * @param bucket the identity of this life of the bucket
     */
    record Wishes(BucketId bucket, List<NotificationRule> rules) {
        public Wishes {
            rules = List.copyOf(rules);
        }
    }

    /**
     * An object's row before a change of the object begins.
     *
     * @param bucket the life of the bucket that the row belongs to
     * @param generation its incarnation, or an earlier one
     */
    record Start(BucketId bucket, long generation) {
        /** Nothing is known of it. */
        static final Start UNKNOWN = new Start(BucketId.SYSTEM, 0);
    }

    /** Looks at the object's row in the nearest data center. */
    Start start(Target target);

    /**
     * Reads what a bucket wants, as a quorum knows it, in one round trip; empty if none answers. Of
     * a bucket that is not there nobody wants anything.
     */
    Optional<Wishes> wishes(Target target);

    /**
     * Adds a record to a row of a webhook, in one round trip.
     *
     * @return whether a quorum keeps it; if not, it may or may not be told
     */
    boolean add(String webhook, EventRecord record);
}
