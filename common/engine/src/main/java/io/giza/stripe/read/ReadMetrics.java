package io.giza.stripe.read;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;
import io.giza.metrics.CounterFamily;
import io.giza.model.DcName;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
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
    private final CounterFamily<FaultAt> faults;
    private final CounterFamily<HedgeEvent> hedges;
    private final Map<DcName, Deadline> quietUntil = new ConcurrentHashMap<>();

    private record FaultAt(DcName dc, FragmentFault kind) {
        static List<FaultAt> all(Collection<DcName> dcs) {
            return dcs.stream()
                    .flatMap(
                            dc ->
                                    Arrays.stream(FragmentFault.values())
                                            .map(kind -> new FaultAt(dc, kind)))
                    .toList();
        }

        Tags tags() {
            return Tags.of("dc", dc.value(), "fault", CounterFamily.lower(kind));
        }
    }

    private enum HedgeEvent {
        SENT,
        WON
    }

    /**
     * Counts in a registry.
     *
     * @param time tells when damage may be logged again
     * @param dcs the data centers that fragments are read from
     */
    public ReadMetrics(Time time, MeterRegistry registry, Collection<DcName> dcs) {
        this.time = time;
        this.faults =
                CounterFamily.of(
                        registry,
                        "giza.reads.faults",
                        "Fragments that reads did without",
                        FaultAt.all(dcs),
                        FaultAt::tags);
        this.hedges =
                CounterFamily.of(
                        registry,
                        "giza.reads.hedges",
                        "Fragments that were asked for because another was late",
                        "outcome",
                        HedgeEvent.class);
    }

    @Override
    public void faulty(Fault fault) {
        String kind = CounterFamily.lower(fault.kind());
        faults.increment(new FaultAt(fault.dc(), fault.kind()));
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
        hedges.increment(HedgeEvent.SENT);
    }

    @Override
    public void hedgeWon() {
        hedges.increment(HedgeEvent.WON);
    }
}
