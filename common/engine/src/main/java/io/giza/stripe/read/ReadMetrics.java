package io.giza.stripe.read;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;
import io.giza.model.DcName;
import io.micrometer.core.instrument.MeterRegistry;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts what happens while fragments are read, {@code giza.reads.faults{dc,fault}} and {@code
 * giza.reads.hedges{outcome=sent|won}}, and logs damage: of each data center once a minute, since a
 * bad disk spoils many fragments.
 */
public final class ReadMetrics implements ReadListener {
    private static final Logger LOG = LoggerFactory.getLogger(ReadMetrics.class);

    /** Damage of one data center is logged once in this time, however much there is. */
    private static final Duration QUIET = Duration.ofMinutes(1);

    private final Time time;
    private final MeterRegistry registry;
    private final Map<DcName, Deadline> quietUntil = new ConcurrentHashMap<>();

    /** Counts in a registry; {@code time} tells when damage may be logged again. */
    public ReadMetrics(Time time, MeterRegistry registry) {
        this.time = time;
        this.registry = registry;
    }

    @Override
    public void faulty(Fault fault) {
        String kind = fault.kind().name().toLowerCase(Locale.ROOT);
        registry.counter("giza.reads.faults", "dc", fault.dc().value(), "fault", kind).increment();
        switch (fault.kind()) {
            case CORRUPT, FOREIGN -> warn(fault, kind);
            case ABSENT, UNREACHABLE ->
                    LOG.debug("fragment {} in {} is {}", fault.id(), fault.dc(), kind);
        }
    }

    private void warn(Fault fault, String kind) {
        Deadline quiet = quietUntil.get(fault.dc());
        if (quiet != null && !quiet.hasPassed(time)) {
            return;
        }
        quietUntil.put(fault.dc(), time.after(QUIET));
        LOG.atWarn()
                .addKeyValue("fragment", fault.id())
                .addKeyValue("dc", fault.dc())
                .addKeyValue("fault", kind)
                .log("read around a damaged fragment: {}", fault.detail());
    }

    @Override
    public void hedged() {
        hedges("sent");
    }

    @Override
    public void hedgeWon() {
        hedges("won");
    }

    private void hedges(String outcome) {
        registry.counter("giza.reads.hedges", "outcome", outcome).increment();
    }
}
