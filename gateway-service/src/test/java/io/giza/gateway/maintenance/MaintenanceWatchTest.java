package io.giza.gateway.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.fake.InMemoryRows;
import io.giza.gateway.fake.SteppedClock;
import io.giza.model.DcName;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** A gateway knows at which data center operators work, and forgets it in time. */
class MaintenanceWatchTest {
    private static final DcName DC1 = new DcName("dc1");
    private static final DcName DC2 = new DcName("dc2");
    private static final Duration HOUR = Duration.ofHours(1);

    private final SteppedClock clock = new SteppedClock();
    private final InMemoryRows rows = new InMemoryRows();
    private final Surroundings surroundings = new Surroundings(clock, clock, new Random(1));
    private final MaintenanceLease lease = new MaintenanceLease(rows, surroundings);
    private final List<Set<DcName>> told = new ArrayList<>();
    private final MaintenanceWatch watch = new MaintenanceWatch(lease, surroundings, told::add);

    private void begin() {
        lease.begin(new Maintenance(DC1, clock.instant().plus(HOUR), "kernel", "anna"));
    }

    @Test
    void itTellsWhereOperatorsWorkFromBeginningToEnd() {
        watch.look();
        begin();
        watch.look();
        assertThat(watch.isAt(DC1)).isTrue();
        assertThat(watch.isAt(DC2)).isFalse();
        lease.end(DC1);
        watch.look();

        assertThat(watch.isAt(DC1)).isFalse();
        assertThat(told).containsExactly(Set.of(), Set.of(DC1), Set.of());
    }

    @Test
    void withoutAQuorumItStaysWhatItWasUntilItsTimeIsOver() {
        begin();
        watch.look();
        rows.beSilent(true);
        watch.look();
        assertThat(watch.isAt(DC1)).isTrue();

        clock.advance(HOUR);
        assertThat(watch.isAt(DC1)).isFalse();
        watch.look();
        assertThat(told).containsExactly(Set.of(DC1), Set.of(DC1), Set.of());
    }
}
