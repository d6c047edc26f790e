package io.giza.testkit.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.replica.Redundancy;
import io.giza.stripe.write.FragmentOutcome;
import io.giza.stripe.write.StripeWriter;
import io.giza.stripe.write.UploadReport;
import io.giza.stripe.write.UploadReport.Verdict;

import org.junit.jupiter.api.Test;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** A put of which the upload to one data center stands still. */
class StalledUploadTest {
    private final StripeFixture path =
            new StripeFixture(1, Coding.parse("rs(2,1)"), 100_000, 1_000_000);

    @Test
    void aSuspectedDataCenterIsNotWaitedFor() {
        StripeFixture small = new StripeFixture(2, Coding.parse("rs(2,1)"), 100_000, 50_000);
        CountDownLatch latch = new CountDownLatch(1);
        small.stores.set(2, new StuckFragmentStore(small.memory.get(2), latch));
        Set<DcName> away = ConcurrentHashMap.newKeySet();
        away.add(small.memory.get(2).dc());
        small.policy =
                new UploadReport.Policy(
                        Redundancy.DEFAULT,
                        away::contains,
                        _ -> {},
                        StripeFixture.LONG,
                        StripeFixture.LONG);
        try (StripeWriter writer = small.writer()) {
            assertThat(small.writeStripes(writer)).isTrue();
            UploadReport report = writer.finish(small.threads.after(StripeFixture.LONG));
            assertThat(report.verdict()).isEqualTo(Verdict.ENOUGH);
            assertThat(report.outcomes())
                    .containsExactly(
                            FragmentOutcome.STORED,
                            FragmentOutcome.STORED,
                            FragmentOutcome.PENDING);
            latch.countDown();
            away.clear();
            assertThat(writer.settle(small.threads.after(StripeFixture.LONG)).stored())
                    .containsExactlyInAnyOrder(0, 1, 2);
        }
    }

    @Test
    void whereAnUploadStandsStillIsNotedThoughThePutFails() {
        CountDownLatch latch = new CountDownLatch(1);
        path.stores.set(0, new StuckFragmentStore(path.memory.getFirst(), latch));
        path.memory.get(1).setDown(true);
        Set<DcName> stalled = ConcurrentHashMap.newKeySet();
        path.policy = path.noting(stalled, StripeFixture.SHORT, StripeFixture.SHORT);
        try (StripeWriter writer = path.writer()) {
            assertThat(path.writeStripes(writer)).isFalse();
            writer.abort();
        }
        latch.countDown();
        assertThat(stalled).containsExactly(path.memory.getFirst().dc());
    }
}
