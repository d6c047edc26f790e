package io.giza.gateway.s3.logging;

import io.giza.concurrent.Surroundings;
import io.giza.service.watch.RepeatedLook;

import org.springframework.context.SmartLifecycle;

import java.time.Duration;

/** Delivers records again and again, and the last ones once no more requests are served. */
final class LogShipping implements SmartLifecycle {
    /** After the ports are closed, and while the services behind them are there. */
    private static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 1536;

    private static final Duration LAST_PATIENCE = Duration.ofSeconds(15);

    private final BucketLogs logs;
    private final RepeatedLook look;

    LogShipping(BucketLogs logs, Duration interval, Surroundings surroundings) {
        this.logs = logs;
        this.look = new RepeatedLook("bucket-logs", () -> interval, surroundings, logs::deliverAll);
    }

    @Override
    public void start() {
        look.startLater();
    }

    @Override
    public void stop() {
        look.stop();
        logs.deliverLast(LAST_PATIENCE);
    }

    @Override
    public boolean isRunning() {
        return look.isRunning();
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
