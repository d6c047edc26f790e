package io.giza.disk;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import java.nio.file.Path;
import java.util.function.ToDoubleFunction;

/**
 * The room of the file system that a store's folder lies on, in bytes: what an operator has to
 * watch, since a store that is full refuses writes.
 *
 * @param store which of a data center's stores it is, {@code metadata} or {@code fragments}
 * @param folder where it lies
 */
public record StoreSpace(String store, Path folder) implements MeterBinder {
    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(registry, "total", disk -> disk.toFile().getTotalSpace());
        gauge(registry, "free", disk -> disk.toFile().getUsableSpace());
        gauge(
                registry,
                "used",
                disk -> disk.toFile().getTotalSpace() - (double) disk.toFile().getFreeSpace());
    }

    private void gauge(MeterRegistry registry, String kind, ToDoubleFunction<Path> value) {
        Gauge.builder("giza.store.bytes", folder, value)
                .description("Room of the file system that the store lies on")
                .baseUnit("bytes")
                .tag("store", store)
                .tag("kind", kind)
                .register(registry);
    }
}
