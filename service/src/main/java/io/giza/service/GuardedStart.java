package io.giza.service;

import io.giza.commit.rollback.RollbackGuard;
import io.giza.concurrent.Surroundings;

import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;

/** Begins the rounds of a guard when the service would be ready, and says whether it is. */
public final class GuardedStart
        implements ApplicationListener<AvailabilityChangeEvent<ReadinessState>>,
                RollbackGuardLoop.Service,
                AutoCloseable {
    private final boolean decides;
    private final ConfigurableApplicationContext context;
    private final ApplicationAvailability availability;
    private final RollbackGuardLoop rounds;
    private boolean started;

    /**
     * Runs a guard from when the service would be ready.
     *
     * @param where what is guarded, such as "the metadata table in /data"
     * @param decides whether the store decides; of one that does not nobody needs to know anything
     */
    public GuardedStart(
            RollbackGuard guard,
            String where,
            boolean decides,
            ConfigurableApplicationContext context,
            ApplicationAvailability availability,
            Surroundings surroundings) {
        this.decides = decides;
        this.context = context;
        this.availability = availability;
        this.rounds = new RollbackGuardLoop(guard, where, this, surroundings);
    }

    @Override
    public void onApplicationEvent(AvailabilityChangeEvent<ReadinessState> event) {
        if (decides && !started && event.getState() == ReadinessState.ACCEPTING_TRAFFIC) {
            started = true;
            rounds.start();
        }
    }

    @Override
    public void setServing(boolean yes) {
        ReadinessState state =
                yes ? ReadinessState.ACCEPTING_TRAFFIC : ReadinessState.REFUSING_TRAFFIC;
        if (availability.getReadinessState() != state) {
            AvailabilityChangeEvent.publish(context, state);
        }
        // Whoever ends stays unready, whatever its guard still finds.
        if (yes && context.isClosed()) {
            AvailabilityChangeEvent.publish(context, ReadinessState.REFUSING_TRAFFIC);
        }
    }

    @Override
    public void end() {
        AvailabilityChangeEvent.publish(context, LivenessState.BROKEN);
        context.close();
    }

    @Override
    public void close() {
        rounds.close();
    }
}
