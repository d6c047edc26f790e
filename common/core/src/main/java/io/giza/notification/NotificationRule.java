package io.giza.notification;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What the owner of a bucket wants a webhook to be told of.
 *
 * @param id what the owner calls it
 * @param kind as which kind of target S3's document names the webhook
 * @param target the target's name in the document, an ARN
 * @param webhook the webhook that it means
 * @param events the events as the document has them, each one of a kind or all of it
 * @param prefix what keys begin with; may be empty
 * @param suffix what keys end with; may be empty
 */
public record NotificationRule(
        String id,
        Kind kind,
        String target,
        String webhook,
        List<String> events,
        String prefix,
        String suffix) {
    /** The kinds of targets that S3's document knows. */
    public enum Kind {
        /** A queue of SQS. */
        QUEUE,
        /** A topic of SNS. */
        TOPIC
    }

    public NotificationRule {
        events = List.copyOf(events);
    }

    /** Returns what it is about. */
    public Set<EventName> names() {
        Set<EventName> names = EnumSet.noneOf(EventName.class);
        events.forEach(each -> names.addAll(EventName.named(each)));
        return names;
    }

    /** Returns which of the events that a change of an object may be it is about. */
    public Set<EventName> matching(String key, Set<EventName> possible) {
        Set<EventName> names = EnumSet.noneOf(EventName.class);
        if (key.startsWith(prefix) && key.endsWith(suffix)) {
            names.addAll(names());
            names.retainAll(possible);
        }
        return names;
    }

    /** Tells whether some change of some object may be an event of both. */
    public boolean overlaps(NotificationRule other) {
        Set<EventName> common = names();
        common.retainAll(other.names());
        return !common.isEmpty()
                && (prefix.startsWith(other.prefix) || other.prefix.startsWith(prefix))
                && (suffix.endsWith(other.suffix) || other.suffix.endsWith(suffix));
    }
}
