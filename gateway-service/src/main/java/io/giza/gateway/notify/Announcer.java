package io.giza.gateway.notify;

import io.giza.concurrent.Expiry;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Moment;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Trace;
import io.giza.gateway.notify.EventLog.Start;
import io.giza.gateway.notify.EventLog.Wishes;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.model.BucketId;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.notification.EventName;
import io.giza.notification.EventRecord;
import io.giza.notification.NotificationRule;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Notes beside each change of an object what webhooks are to be told of it, if it happens. The
 * change is acknowledged only once a quorum keeps the note, and only while the note is young: a
 * worker drops one that it has had for {@link #MOST_AGE} several times over, and whose change did
 * not happen.
 *
 * <p>What buckets want is remembered for {@link #FRESHNESS}, and read again beside the change.
 */
public final class Announcer {
    /** How long what a bucket wants is remembered, counted from before a quorum was asked. */
    public static final Duration FRESHNESS = Duration.ofSeconds(2);

    /** How old a note is at most when its change is acknowledged. */
    public static final Duration MOST_AGE = Duration.ofMinutes(5);

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int MOST_REMEMBERED = 10_000;

    private final EventLog log;
    private final Surroundings surroundings;
    private final Duration freshness;
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    /** Knows of no bucket yet, and remembers what buckets want for {@link #FRESHNESS}. */
    public Announcer(EventLog log, Surroundings surroundings) {
        this(log, surroundings, FRESHNESS);
    }

    /**
     * Knows of no bucket yet.
     *
     * @param freshness how long what a bucket wants is remembered
     */
    public Announcer(EventLog log, Surroundings surroundings, Duration freshness) {
        this.log = log;
        this.surroundings = surroundings;
        this.freshness = freshness;
    }

    private record Known(Wishes wishes, Expiry renewal, Expiry until, AtomicBoolean renewing) {}

    /** A change that may happen. */
    private record Change(
            Target target, OpId operation, Set<EventName> names, Origin origin, Start start) {
        Change of(OpId record) {
            return new Change(target, record, names, origin, start);
        }

        /** What is known of another life of the bucket says nothing of this one. */
        long generation(BucketId bucket) {
            return start.bucket().equals(bucket) ? start.generation() : 0;
        }
    }

    /** What is noted of a change. */
    @FunctionalInterface
    interface Announcement {
        /** No webhook wants the event. */
        Announcement NONE = _ -> true;

        /**
         * Waits until it is; false if nobody knows, and the change must not be acknowledged.
         *
         * @param record the identity of the change's record. Where it is not that of the client's
         *     operation, a worker may have found another operation's record already, so the change
         *     is noted once more, with the identity of its own record
         */
        boolean isKept(OpId record);
    }

    /** Returns a target whose operation's note finds the record of this request. */
    Target announced(Target target) {
        return target.announced(surroundings.random());
    }

    /**
     * Begins to note the change of a target that is {@link #announced}, beside it.
     *
     * @param names what it may be
     */
    Announcement begin(Target target, Set<EventName> names) {
        return begin(target, target.operation().noted().orElseThrow(), names);
    }

    /**
     * Begins to note a change, beside it.
     *
     * @param operation what its record carries if it happens
     * @param names what it may be
     */
    Announcement begin(Target target, OpId operation, Set<EventName> names) {
        Optional<Wishes> wishes = remembered(target);
        if (wishes.filter(each -> !isWanted(each, target.key(), names)).isPresent()) {
            return Announcement.NONE;
        }
        // Before anything happens: a row that is removed later on is of a later incarnation.
        Start start = log.start(target);
        Change change = new Change(target, operation, names, Origin.current(), start);
        Inbox<Boolean> done = surroundings.tasks().inbox(1);
        Moment begun = surroundings.time().moment();
        surroundings
                .tasks()
                .fork("announce", Trace.inherited(() -> done.put(note(change, wishes))));
        return record ->
                record.equals(operation)
                        ? isKept(change, done, begun)
                        : noteAgain(change.of(record));
    }

    /** While a bucket is in use, it is asked again before its time is over, beside its changes. */
    private Optional<Wishes> remembered(Target target) {
        Known found = known.get(target.bucket());
        if (found == null || found.until().hasPassed(surroundings.time())) {
            return Optional.empty();
        }
        if (found.renewal().hasPassed(surroundings.time())
                && found.renewing().compareAndSet(false, true)) {
            surroundings
                    .tasks()
                    .fork("renew-wishes", () -> Trace.detached(() -> renew(target, found)));
        }
        return Optional.of(found.wishes());
    }

    private void renew(Target target, Known found) {
        if (wishes(target).isEmpty()) {
            found.renewing().set(false);
        }
    }

    private boolean isKept(Change change, Inbox<Boolean> done, Moment begun) {
        boolean isKept = done.take(surroundings.time().after(PATIENCE)).orElse(false);
        return isKept
                && (begun.age(surroundings.time()).compareTo(MOST_AGE) <= 0 || noteAgain(change));
    }

    /** A worker may have dropped the first note, or found another record by it. */
    private boolean noteAgain(Change change) {
        Moment begun = surroundings.time().moment();
        return note(change, Optional.empty())
                && begun.age(surroundings.time()).compareTo(MOST_AGE) <= 0;
    }

    private boolean note(Change change, Optional<Wishes> remembered) {
        return remembered
                .or(() -> wishes(change.target()))
                .filter(wishes -> note(change, wishes))
                .isPresent();
    }

    private Optional<Wishes> wishes(Target target) {
        Expiry renewal = surroundings.time().expiry(freshness.dividedBy(2));
        Expiry until = surroundings.time().expiry(freshness);
        Optional<Wishes> found = log.wishes(target);
        if (known.size() >= MOST_REMEMBERED) {
            known.values().removeIf(each -> each.until().hasPassed(surroundings.time()));
        }
        if (known.size() < MOST_REMEMBERED) {
            found.ifPresent(
                    wishes ->
                            known.put(
                                    target.bucket(),
                                    new Known(wishes, renewal, until, new AtomicBoolean())));
        }
        return found;
    }

    private static boolean isWanted(Wishes wishes, String key, Set<EventName> names) {
        return wishes.rules().stream().anyMatch(rule -> !rule.matching(key, names).isEmpty());
    }

    /** Several rules for one webhook are rules for different events. */
    private boolean note(Change change, Wishes wishes) {
        boolean isKept = true;
        for (NotificationRule rule : wishes.rules()) {
            Set<EventName> names = rule.matching(change.target().key(), change.names());
            if (!names.isEmpty()) {
                isKept &= log.add(rule.webhook(), record(change, wishes, rule, names));
            }
        }
        return isKept;
    }

    private EventRecord record(
            Change change, Wishes wishes, NotificationRule rule, Set<EventName> names) {
        Target target = change.target();
        return new EventRecord(
                new ObjectKey(wishes.bucket(), target.key()),
                change.generation(wishes.bucket()),
                change.operation(),
                EnumSet.copyOf(names),
                target.bucket(),
                target.account().name(),
                rule.id(),
                change.origin().requester(),
                surroundings.time().instant());
    }
}
