package io.giza.service.level;

import io.giza.concurrent.Surroundings;
import io.giza.level.LiveLevel;
import io.giza.service.watch.RepeatedLook;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;

import java.time.Duration;

/**
 * Asks for the level of the cluster before its process serves, and every few seconds from then on.
 * A process is ready only once it knows the level, and ends when it does not work at it.
 */
public final class LevelWatch
        implements SmartLifecycle, ApplicationListener<AvailabilityChangeEvent<ReadinessState>> {
    /** Before anything listens or works. */
    private static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 2048;

    private static final Logger LOG = LoggerFactory.getLogger(LevelWatch.class);
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration UNKNOWN_INTERVAL = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final LiveLevel level;
    private final ConfigurableApplicationContext context;
    private final Surroundings surroundings;
    private final Need need;
    private final RepeatedLook looks;
    private int told;
    private boolean isHeldBack;

    /** What a process does as long as it does not know the level. */
    public sealed interface Need {}

    /**
     * It is not ready.
     *
     * @param onServed runs once it may serve
     */
    public record ToServe(Runnable onServed) implements Need {}

    /** It serves, since what it keeps is opaque to it, and others could not know the level. */
    public record ToEnd() implements Need {}

    /**
     * Watches for a process.
     *
     * @param context the process, which ends when it does not work at the level
     * @param need what the process does meanwhile
     */
    public LevelWatch(
            LiveLevel level,
            ConfigurableApplicationContext context,
            Surroundings surroundings,
            Need need) {
        this.level = level;
        this.context = context;
        this.surroundings = surroundings;
        this.need = need;
        this.looks = new RepeatedLook("level", this::pause, surroundings, this::lookAgain);
    }

    /**
     * Asks once, and does not wait long for data centers that may be starting too.
     *
     * @throws ForeignLevelException if the process does not work at the level
     */
    @Override
    public void start() {
        try {
            look();
        } catch (RuntimeException e) {
            LOG.warn("The format level cannot be looked up", e);
        }
        if (level.state() instanceof LiveLevel.Foreign(String sentence)) {
            throw new ForeignLevelException(sentence);
        }
        looks.startLater();
    }

    private void lookAgain() {
        look();
        endIfForeign();
    }

    private Duration pause() {
        return level.isServed() ? INTERVAL : UNKNOWN_INTERVAL;
    }

    private void look() {
        if (level.look(surroundings.time().after(PATIENCE)) instanceof LiveLevel.Served) {
            tell();
        }
    }

    private void tell() {
        int written = level.written();
        if (written == told) {
            return;
        }
        boolean isFirst = told == 0;
        told = written;
        LOG.atInfo()
                .addKeyValue("level", written)
                .addKeyValue("newest", level.range().newest())
                .log("The process writes what the format level of the cluster has");
        if (isFirst && need instanceof ToServe(Runnable onServed)) {
            onServed.run();
            becomeReady();
        }
    }

    private void endIfForeign() {
        if (level.state() instanceof LiveLevel.Foreign(String sentence)) {
            looks.stop();
            LOG.error("The process ends: {}", sentence);
            AvailabilityChangeEvent.publish(context, ReadinessState.REFUSING_TRAFFIC);
            AvailabilityChangeEvent.publish(context, LivenessState.BROKEN);
            context.close();
        }
    }

    /** Spring says that a process is ready as soon as all of it has started. */
    @Override
    public synchronized void onApplicationEvent(AvailabilityChangeEvent<ReadinessState> event) {
        if (need instanceof ToServe
                && event.getState() == ReadinessState.ACCEPTING_TRAFFIC
                && !level.isServed()) {
            isHeldBack = true;
            AvailabilityChangeEvent.publish(context, ReadinessState.REFUSING_TRAFFIC);
        }
    }

    /** Takes back what was said before; whoever ends meanwhile stays unready. */
    private synchronized void becomeReady() {
        if (isHeldBack && context.isActive()) {
            isHeldBack = false;
            AvailabilityChangeEvent.publish(context, ReadinessState.ACCEPTING_TRAFFIC);
        }
    }

    @Override
    public void stop() {
        looks.stop();
    }

    @Override
    public boolean isRunning() {
        return looks.isRunning();
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
