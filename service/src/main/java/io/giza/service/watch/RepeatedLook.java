package io.giza.service.watch;

import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

import java.time.Duration;
import java.util.function.Supplier;

/** Looks at something again and again, from the start of a process to its end. */
public final class RepeatedLook implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(RepeatedLook.class);

    private final String what;
    private final Supplier<Duration> pause;
    private final Surroundings surroundings;
    private final Runnable look;
    private final Inbox<Boolean> stopSignal;
    private boolean failed;
    private volatile boolean running;

    /**
     * Looks at something.
     *
     * @param what how it is called, in a word
     * @param pause how long it waits after a look
     * @param look looks once; what it throws is logged, and ends nothing
     */
    public RepeatedLook(
            String what, Supplier<Duration> pause, Surroundings surroundings, Runnable look) {
        this.what = what;
        this.pause = pause;
        this.surroundings = surroundings;
        this.look = look;
        this.stopSignal = surroundings.tasks().inbox(1);
    }

    @Override
    public void start() {
        begin(Duration.ZERO);
    }

    /** Begins with a pause, for whoever has looked already. */
    public void startLater() {
        begin(pause.get());
    }

    private void begin(Duration first) {
        running = true;
        surroundings.tasks().fork(what, () -> run(first));
    }

    private void run(Duration first) {
        if (first.isPositive()) {
            await(first);
        }
        while (running) {
            lookOnce();
            await(pause.get());
        }
    }

    private void await(Duration time) {
        stopSignal.take(surroundings.time().after(time));
    }

    private void lookOnce() {
        try {
            look.run();
            failed = false;
        } catch (RuntimeException e) {
            // Nobody else would look again.
            if (!failed) {
                LOG.atWarn().addKeyValue("what", what).setCause(e).log("cannot be looked up");
            }
            failed = true;
        }
    }

    @Override
    public void stop() {
        running = false;
        stopSignal.offer(true, surroundings.time().after(Duration.ZERO));
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
