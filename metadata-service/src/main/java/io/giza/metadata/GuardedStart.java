package io.giza.metadata;

import io.giza.concurrent.Surroundings;
import io.giza.metadata.row.RollbackGuard;
import io.giza.metadata.row.RollbackGuard.Passage;
import io.giza.metadata.table.RowTableException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;

import java.time.Duration;
import java.util.Optional;

/**
 * Runs the guard of a table beside its service: the service is ready once the guard lets requests
 * through, and ends if the table is an older copy of itself.
 */
final class GuardedStart
        implements ApplicationListener<AvailabilityChangeEvent<ReadinessState>>, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedStart.class);

    /** How long it waits before it asks again. */
    private static final Duration PAUSE = Duration.ofMillis(200);

    /** While it waits, it says so each half minute; data centers that start together do not. */
    private static final int ROUNDS_PER_LINE = 150;

    private static final int FIRST_LINE = 10;

    private final RollbackGuard guard;
    private final String where;
    private final ConfigurableApplicationContext context;
    private final ApplicationAvailability availability;
    private final Surroundings surroundings;
    private boolean started;
    private volatile boolean closed;

    /**
     * Runs a guard from when the service would be ready.
     *
     * @param where what is guarded, such as "the metadata table in /data"
     */
    GuardedStart(
            RollbackGuard guard,
            String where,
            ConfigurableApplicationContext context,
            ApplicationAvailability availability,
            Surroundings surroundings) {
        this.guard = guard;
        this.where = where;
        this.context = context;
        this.availability = availability;
        this.surroundings = surroundings;
    }

    @Override
    public void onApplicationEvent(AvailabilityChangeEvent<ReadinessState> event) {
        if (!started && event.getState() == ReadinessState.ACCEPTING_TRAFFIC) {
            started = true;
            surroundings.tasks().fork("rollback-guard", this::run);
        }
    }

    private void run() {
        for (int round = 0; !closed; round++) {
            boolean waited = guard.passage() == Passage.WAITING;
            if (waited && availability.getReadinessState() == ReadinessState.ACCEPTING_TRAFFIC) {
                AvailabilityChangeEvent.publish(context, ReadinessState.REFUSING_TRAFFIC);
            }
            Optional<String> disproof = next();
            if (disproof.isPresent()) {
                end(disproof.get());
                return;
            }
            if (waited) {
                tell(round);
            }
            boolean waits = guard.passage() == Passage.WAITING;
            surroundings.time().sleep(waits ? PAUSE : RollbackGuard.INTERVAL);
        }
    }

    private Optional<String> next() {
        try {
            return guard.round();
        } catch (RowTableException | RuntimeException e) {
            // Nobody else would ask again.
            LOG.warn("{} cannot say how far it has come", where, e);
            return Optional.empty();
        }
    }

    private void tell(int round) {
        if (guard.passage() == Passage.OPEN) {
            LOG.info("{} serves: no other data center knows it to have come further", where);
            AvailabilityChangeEvent.publish(context, ReadinessState.ACCEPTING_TRAFFIC);
        } else if (round % ROUNDS_PER_LINE == FIRST_LINE) {
            LOG.warn(
                    "{} waits, and serves once so many metadata-services of other data centers"
                            + " answer that they are a majority with this one: they know whether it"
                            + " is an older copy of itself",
                    where);
        }
    }

    private void end(String reason) {
        LOG.error(
                "{} must not serve: {}. Never put back a copy of one data center's data: replace"
                        + " the data center by an empty one in a new epoch, as"
                        + " docs/how-to/replace-a-data-center.md says.",
                where,
                reason);
        AvailabilityChangeEvent.publish(context, LivenessState.BROKEN);
        context.close();
    }

    @Override
    public void close() {
        closed = true;
    }
}
