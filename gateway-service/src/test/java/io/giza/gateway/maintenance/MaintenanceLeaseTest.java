package io.giza.gateway.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.fake.InMemoryRows;
import io.giza.gateway.fake.SteppedClock;
import io.giza.gateway.maintenance.MaintenanceLease.Free;
import io.giza.gateway.maintenance.MaintenanceLease.Held;
import io.giza.gateway.maintenance.MaintenanceLease.Taken;
import io.giza.gateway.maintenance.MaintenanceLease.Unavailable;
import io.giza.model.DcName;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Random;

/** Operators work at one data center at a time, and for as long as they said at most. */
class MaintenanceLeaseTest {
    private static final DcName DC1 = new DcName("dc1");
    private static final DcName DC2 = new DcName("dc2");
    private static final Duration HOUR = Duration.ofHours(1);

    private final SteppedClock clock = new SteppedClock();
    private final InMemoryRows rows = new InMemoryRows();
    private final MaintenanceLease lease =
            new MaintenanceLease(rows, new Surroundings(clock, clock, new Random(1)));

    private Maintenance at(DcName dc) {
        return new Maintenance(dc, clock.instant().plus(HOUR), "kernel", "anna");
    }

    @Test
    void ofTwoDataCentersOneIsWorkedAt() {
        Maintenance first = at(DC1);

        assertThat(lease.current()).isEqualTo(new Free());
        assertThat(lease.begin(first)).isEqualTo(new Held(first));
        assertThat(lease.begin(at(DC2))).isEqualTo(new Taken(first));
        assertThat(lease.end(DC2)).isEqualTo(new Taken(first));
        assertThat(lease.current()).isEqualTo(new Held(first));

        assertThat(lease.end(DC1)).isEqualTo(new Free());
        assertThat(lease.begin(at(DC2))).isEqualTo(new Held(at(DC2)));
    }

    @Test
    void itGoesOnForLongerWhereItIs() {
        lease.begin(at(DC1));
        clock.advance(Duration.ofMinutes(59));
        Maintenance longer = at(DC1);

        assertThat(lease.begin(longer)).isEqualTo(new Held(longer));
        clock.advance(Duration.ofMinutes(59));
        assertThat(lease.current()).isEqualTo(new Held(longer));
    }

    @Test
    void itEndsByItself() {
        lease.begin(at(DC1));
        clock.advance(HOUR);

        assertThat(lease.current()).isEqualTo(new Free());
        assertThat(lease.begin(at(DC2))).isEqualTo(new Held(at(DC2)));
    }

    @Test
    void withoutAQuorumItIsNotKnown() {
        rows.beSilent(true);

        assertThat(lease.current()).isInstanceOf(Unavailable.class);
        assertThat(lease.begin(at(DC1))).isInstanceOf(Unavailable.class);
        rows.beSilent(false);
        assertThat(lease.current()).isEqualTo(new Free());
    }

    @Test
    void aReasonMayBeSoLongOnly() {
        String longest = "x".repeat(Maintenance.LONGEST_REASON);

        assertThat(new Maintenance(DC1, clock.instant(), longest, "anna").reason()).hasSize(200);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Maintenance(DC1, clock.instant(), longest + "x", "anna"))
                .withMessageContaining("201 characters");
    }
}
