package io.giza.service;

import io.giza.commit.rollback.RollbackGuard;
import io.giza.commit.rollback.RollbackGuard.Passage;
import io.giza.concurrent.Surroundings;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * Runs the guard of a store beside its service: the service is ready once the guard lets requests
 * through, and ends if the store is an older copy of itself.
 */
final class RollbackGuardLoop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RollbackGuardLoop.class);

    /** How long it waits before it asks again. */
    private static final Duration PAUSE = Duration.ofMillis(200);

    /** While it waits, it says so each half minute; data centers that start together do not. */
    private static final int ROUNDS_PER_LINE = 150;

    private static final int FIRST_LINE = 10;

    private final RollbackGuard guard;
    private final String where;
    private final Service service;
    private final Surroundings surroundings;
    private int ignoredDisproofs;
    private int failures;
    private volatile boolean closed;

    /** What the rounds decide about. */
    interface Service {
        /** Is told whether requests are served from now on. */
        void setServing(boolean serving);

        /** Ends, for the store must not serve. */
        void end();
    }

    /**
     * Runs a guard.
     *
     * @param where what is guarded, such as "the metadata table in /data"
     */
    RollbackGuardLoop(
            RollbackGuard guard, String where, Service service, Surroundings surroundings) {
        this.guard = guard;
        this.where = where;
        this.service = service;
        this.surroundings = surroundings;
    }

    /** Begins; called once, when the service would be ready. */
    void start() {
        surroundings.tasks().fork("rollback-guard", this::run);
    }

    private void run() {
        for (int round = 0; !closed; round++) {
            boolean waited = guard.passage() == Passage.WAITING;
            if (waited) {
                service.setServing(false);
            }
            Optional<String> disproof = next();
            if (guard.passage() == Passage.REFUSED) {
                end(disproof.orElse("others know why"));
                return;
            }
            logIgnoredDisproof(disproof);
            if (waited) {
                logPassage(round);
            }
            boolean waits = guard.passage() == Passage.WAITING;
            surroundings.time().sleep(waits ? PAUSE : RollbackGuard.INTERVAL);
        }
    }

    private Optional<String> next() {
        try {
            Optional<String> disproof = guard.runOnce();
            failures = 0;
            return disproof;
        } catch (IOException | RuntimeException e) {
            // Nobody else would ask again. A full disk lasts.
            if (failures++ % ROUNDS_PER_LINE == 0) {
                LOG.warn("{} cannot say how far it has come", where, e);
            }
            return Optional.empty();
        }
    }

    private void logPassage(int round) {
        if (guard.passage() == Passage.OPEN) {
            LOG.info("{} serves: no other data center knows it to have come further", where);
            service.setServing(true);
        } else if (round % ROUNDS_PER_LINE == FIRST_LINE) {
            LOG.warn(
                    "{} waits, and serves once so many metadata-services of other data centers"
                            + " answer that they are a majority with this one: they know whether it"
                            + " is an older copy of itself",
                    where);
        }
    }

    /** The operator needs to know when the guard may be switched on again. */
    private void logIgnoredDisproof(Optional<String> disproof) {
        if (disproof.isPresent()) {
            if (ignoredDisproofs++ % ROUNDS_PER_LINE == 0) {
                LOG.warn("{} serves, for rollback-guard is false: {}", where, disproof.get());
            }
        } else if (ignoredDisproofs > 0 && guard.passage() == Passage.OPEN) {
            ignoredDisproofs = 0;
            LOG.info(
                    "{} has come as far as the others know: rollback-guard may be true again",
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
        service.end();
    }

    @Override
    public void close() {
        closed = true;
    }
}
