package io.giza.gateway.s3;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;
import io.giza.gateway.s3.error.Refusal;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.route.Operation;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Logs what is refused because it is not here, so that an operator sees what a client lacks. A
 * client asks for the same thing again and again, so each name is told once a minute; and since
 * clients choose the names, only so many are told in a minute.
 */
final class RefusalLog {
    /** More names than this are not told within a minute. */
    static final int MAX_NAMES = 100;

    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final Logger LOG = LoggerFactory.getLogger(RefusalLog.class);

    private final Time time;
    private final Map<String, Deadline> mutedUntil = new ConcurrentHashMap<>();

    RefusalLog(Time time) {
        this.time = time;
    }

    /** Tells of an error, if it is such a refusal and its name is due. */
    void logIfDue(S3Exception error, Operation operation) {
        String name = error.headers().get(Refusal.HEADER);
        if (name != null && isDue(name)) {
            LOG.atInfo()
                    .addKeyValue("refused", name)
                    .addKeyValue("operation", operation.label())
                    .log("a client asks for what is not implemented");
        }
    }

    private boolean isDue(String name) {
        if (mutedUntil.size() >= MAX_NAMES) {
            mutedUntil.values().removeIf(until -> until.hasPassed(time));
        }
        Deadline earlier = mutedUntil.get(name);
        if (earlier == null) {
            return mutedUntil.size() < MAX_NAMES
                    && mutedUntil.putIfAbsent(name, time.after(INTERVAL)) == null;
        }
        return earlier.hasPassed(time) && mutedUntil.replace(name, earlier, time.after(INTERVAL));
    }
}
