package io.giza.service.watch;

import io.giza.commit.MetadataPath;
import io.giza.concurrent.Surroundings;
import io.giza.hint.HintBuffer;
import io.giza.hint.HintRows;

import org.springframework.context.SmartLifecycle;

import java.time.Duration;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Writes the hints of missed writes every second, and once more when the process ends. */
public final class HintFlush implements SmartLifecycle {
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** After that no other row is begun with. */
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /** After the ports are closed, and while the clients of the services are open. */
    private static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 1536;

    private final HintBuffer buffer;
    private final Supplier<MetadataPath> path;
    private final Surroundings surroundings;
    private final RepeatedLook look;
    private final Lock flushing = new ReentrantLock();

    /**
     * Makes the flush.
     *
     * @param path the metadata data centers as they are reached now
     */
    public HintFlush(HintBuffer buffer, Supplier<MetadataPath> path, Surroundings surroundings) {
        this.buffer = buffer;
        this.path = path;
        this.surroundings = surroundings;
        this.look = new RepeatedLook("hints", () -> INTERVAL, surroundings, () -> flush(false));
    }

    /** Flushes do not overlap, so the last flush has all that a failed flush kept. */
    private void flush(boolean isLast) {
        flushing.lock();
        try {
            buffer.flush(new HintRows(path.get()), isLast, surroundings.time().after(TIMEOUT));
        } finally {
            flushing.unlock();
        }
    }

    @Override
    public void start() {
        look.startLater();
    }

    @Override
    public void stop() {
        look.stop();
        flush(true);
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
