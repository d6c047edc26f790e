package io.giza.service.level;

import io.giza.level.LiveLevel;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** Shows which format levels a process reads and writes. */
public final class LevelMetrics implements MeterBinder {
    private final LiveLevel level;

    /** Shows those of a process. */
    public LevelMetrics(LiveLevel level) {
        this.level = level;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("giza.format.level", level::written)
                .description("The format level that this process writes, 0 while it knows none")
                .register(registry);
        Gauge.builder("giza.format.level.newest", level, it -> it.range().newest())
                .description("The newest format level that this process reads")
                .register(registry);
    }
}
