package io.giza.stripe.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.VirtualThreads;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Random;
import java.util.UUID;

class ReadMetricsTest {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ReadMetrics metrics =
            new ReadMetrics(new VirtualThreads(), meters, List.of(new DcName("dc1")));

    private static ReadListener.Fault fault(int index, FragmentFault kind) {
        ObjectKey key = new ObjectKey(new BucketId(new UUID(1, 2)), "some/key");
        FragmentId id = new FragmentId("default", key, PutId.random(new Random(index)), index);
        return new ReadListener.Fault(id, new DcName("dc1"), kind, "block 7");
    }

    @Test
    void faultsAreCountedByDataCenterAndKindAndByNothingElse() {
        int expected = meters.getMeters().size();
        for (int i = 0; i < 3; i++) {
            metrics.faulty(fault(i, FragmentFault.CORRUPT));
        }
        metrics.faulty(fault(1, FragmentFault.ABSENT));
        assertThat(
                        meters.get("giza.reads.faults")
                                .tags("dc", "dc1", "fault", "corrupt")
                                .counter()
                                .count())
                .isEqualTo(3);
        assertThat(meters.getMeters()).hasSize(expected);
    }

    @Test
    void hedgesAreCountedWhenTheyAreSentAndWhenTheyWin() {
        metrics.hedged();
        metrics.hedged();
        metrics.hedgeWon();
        assertThat(meters.get("giza.reads.hedges").tag("outcome", "sent").counter().count())
                .isEqualTo(2);
        assertThat(meters.get("giza.reads.hedges").tag("outcome", "won").counter().count())
                .isEqualTo(1);
    }
}
