package io.giza.testkit.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.erasure.ErasureCode;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.replica.FragmentStore;
import io.giza.replica.Redundancy;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentHeader;
import io.giza.stripe.write.FragmentOutcome;
import io.giza.stripe.write.StripeWriter;
import io.giza.stripe.write.UploadReport;
import io.giza.stripe.write.UploadReport.Verdict;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

class StripeWriterTest {
    private final StripeFixture path =
            new StripeFixture(1, Coding.parse("rs(2,1)"), 100_000, 1_000_000);

    @Test
    void allFragmentsAreWaitedForWhileAllDataCentersAreWell() {
        UploadReport report = path.write();
        assertThat(report.verdict()).isEqualTo(Verdict.ENOUGH);
        assertThat(report.stored()).containsExactlyInAnyOrder(0, 1, 2);
        assertThat(report.lacking()).isEmpty();
    }

    @Test
    void fragmentsAreAsLongAsTheirLayoutSays() {
        path.write();
        long length = path.format.headerLength(path.id(0)) + path.layout.bodyLength();
        for (int i = 0; i < 3; i++) {
            assertThat(path.memory.get(i).bytes(path.id(i)).orElseThrow()).hasSize((int) length);
        }
    }

    @Test
    void aDataCenterThatIsDownIsLeftOut() throws IOException {
        path.memory.get(1).setDown(true);
        UploadReport report = path.write();
        assertThat(report.verdict()).isEqualTo(Verdict.ENOUGH);
        assertThat(report.stored()).containsExactlyInAnyOrder(0, 2);
        assertThat(report.outcomes().get(1)).isEqualTo(FragmentOutcome.MISSING);
        assertThat(path.read()).isEqualTo(path.object);
    }

    @Test
    void degradedPutsCanBeRefused() {
        path.memory.get(1).setDown(true);
        path.policy =
                new UploadReport.Policy(Redundancy.ALL, StripeFixture.SHORT, StripeFixture.LONG);
        try (StripeWriter writer = path.writer()) {
            if (path.writeStripes(writer)) {
                assertThat(writer.finish(path.threads.after(StripeFixture.LONG)).verdict())
                        .isEqualTo(Verdict.IMPOSSIBLE);
            }
        }
    }

    @Test
    void twoOfThreeDownIsImpossible() {
        path.memory.get(1).setDown(true);
        path.memory.get(2).setDown(true);
        try (StripeWriter writer = path.writer()) {
            if (path.writeStripes(writer)) {
                assertThat(writer.finish(path.threads.after(StripeFixture.LONG)).verdict())
                        .isEqualTo(Verdict.IMPOSSIBLE);
            }
        }
    }

    @Test
    void threeLossesOfALocalReconstructionCodeAreEnoughWhicheverTheyAre() throws IOException {
        StripeFixture local = new StripeFixture(3, Coding.parse("lrc(6,2,2)"), 100_000, 250_000);
        for (int lost : new int[] {0, 1, 2}) {
            local.memory.get(lost).setDown(true);
        }
        UploadReport report = local.write();
        assertThat(report.verdict()).isEqualTo(Verdict.ENOUGH);
        assertThat(report.stored()).hasSize(7);
        assertThat(local.read()).isEqualTo(local.object);
    }

    @Test
    void fourLossesOfALocalReconstructionCodeAreTooManyEvenWhereTheRestDecodes() {
        StripeFixture local = new StripeFixture(3, Coding.parse("lrc(6,2,2)"), 100_000, 250_000);
        assertThat(ErasureCode.of(local.layout.coding()).isDecodable(Set.of(1, 2, 4, 5, 6, 8)))
                .isTrue();
        for (int lost : new int[] {0, 3, 7, 9}) {
            local.memory.get(lost).setDown(true);
        }
        try (StripeWriter writer = local.writer()) {
            if (local.writeStripes(writer)) {
                assertThat(writer.finish(local.threads.after(StripeFixture.LONG)).verdict())
                        .isEqualTo(Verdict.IMPOSSIBLE);
            }
        }
    }

    @Test
    void aDataCenterThatStandsStillDoesNotHoldUpTheOthers() throws IOException {
        CountDownLatch latch = new CountDownLatch(1);
        path.stores.set(0, new StuckFragmentStore(path.memory.getFirst(), latch));
        path.policy =
                new UploadReport.Policy(
                        Redundancy.DEFAULT, StripeFixture.SHORT, StripeFixture.SHORT);
        UploadReport report = path.write();
        assertThat(report.verdict()).isEqualTo(Verdict.ENOUGH);
        assertThat(report.stored()).containsExactlyInAnyOrder(1, 2);
        latch.countDown();
        assertThat(path.read()).isEqualTo(path.object);
    }

    @Test
    void whoIsLateIsNotDoneWithoutWhereTheRestWouldBearNoLoss() {
        StripeFixture small = new StripeFixture(2, Coding.parse("rs(2,1)"), 100_000, 50_000);
        CountDownLatch latch = new CountDownLatch(1);
        small.stores.set(2, new StuckFragmentStore(small.memory.get(2), latch));
        small.policy =
                new UploadReport.Policy(
                        Redundancy.DEFAULT, StripeFixture.SHORT, StripeFixture.LONG);
        try (StripeWriter writer = small.writer()) {
            assertThat(small.writeStripes(writer)).isTrue();
            UploadReport report =
                    writer.finish(small.threads.after(StripeFixture.SHORT.multipliedBy(3)));
            assertThat(report.verdict()).isEqualTo(Verdict.NOT_YET);
            latch.countDown();
            report = writer.finish(small.threads.after(StripeFixture.LONG));
            assertThat(report.verdict()).isEqualTo(Verdict.ENOUGH);
            assertThat(report.stored()).containsExactlyInAnyOrder(0, 1, 2);
        }
    }

    @Test
    void whoIsLateIsDoneWithoutWhereTheRestBearsALoss() {
        StripeFixture small = new StripeFixture(2, Coding.parse("rs(2,2)"), 100_000, 50_000);
        CountDownLatch latch = new CountDownLatch(1);
        small.stores.set(3, new StuckFragmentStore(small.memory.get(3), latch));
        Set<DcName> stalled = ConcurrentHashMap.newKeySet();
        small.policy = small.noting(stalled, StripeFixture.SHORT, StripeFixture.LONG);
        try (StripeWriter writer = small.writer()) {
            assertThat(small.writeStripes(writer)).isTrue();
            UploadReport report = writer.finish(small.threads.after(StripeFixture.LONG));
            assertThat(report.verdict()).isEqualTo(Verdict.ENOUGH);
            assertThat(report.stored()).containsExactlyInAnyOrder(0, 1, 2);
            assertThat(stalled).isEmpty();
            latch.countDown();
        }
    }

    @Test
    void whoIsBusyIsNotAway() {
        path.stores.set(0, busy(path.memory.getFirst()));
        try (StripeWriter writer = path.writer()) {
            if (path.writeStripes(writer)) {
                UploadReport report = writer.finish(path.threads.after(StripeFixture.LONG));
                assertThat(report.verdict()).isEqualTo(Verdict.IMPOSSIBLE);
                assertThat(report.outcomes().getFirst()).isEqualTo(FragmentOutcome.BUSY);
            }
        }
    }

    @Test
    void whoIsBusyIsDoneWithoutAtOnceWhereTheRestBearsALoss() {
        StripeFixture small = new StripeFixture(2, Coding.parse("rs(2,2)"), 100_000, 50_000);
        small.stores.set(0, busy(small.memory.getFirst()));
        UploadReport report = small.write();
        assertThat(report.verdict()).isEqualTo(Verdict.ENOUGH);
        assertThat(report.stored()).containsExactlyInAnyOrder(1, 2, 3);
    }

    @Test
    void whoIsAwayIsAwayThoughNobodyAsksItAnyMore() {
        DcName away = path.memory.getFirst().dc();
        path.stores.set(0, busy(path.memory.getFirst()));
        path.policy =
                new UploadReport.Policy(
                        Redundancy.DEFAULT,
                        away::equals,
                        _ -> {},
                        StripeFixture.LONG,
                        StripeFixture.LONG);
        UploadReport report = path.write();
        assertThat(report.verdict()).isEqualTo(Verdict.ENOUGH);
        assertThat(report.stored()).containsExactlyInAnyOrder(1, 2);
    }

    @Test
    void whoWasAwayWhenItWasDueIsDoneWithoutThoughItIsBackByThen() {
        path.stores.set(
                0,
                new FailingCreateStore(
                        path.memory.getFirst(), dc -> new ReplicaException.Away(dc, "32 calls")));
        UploadReport report = path.write();
        assertThat(report.verdict()).isEqualTo(Verdict.ENOUGH);
        assertThat(report.stored()).containsExactlyInAnyOrder(1, 2);
    }

    private static FragmentStore busy(FragmentStore store) {
        return new FailingCreateStore(
                store, dc -> new ReplicaException.Throttled(dc, "over its limits", null));
    }

    @Test
    void leastRedundancyIsKeptThoughDataCentersAreAway() {
        StripeFixture small = new StripeFixture(2, Coding.parse("rs(2,2)"), 100_000, 50_000);
        small.policy =
                new UploadReport.Policy(
                        new Redundancy(1, 1), StripeFixture.LONG, StripeFixture.LONG);
        small.memory.get(3).setDown(true);
        assertThat(small.write().verdict()).isEqualTo(Verdict.ENOUGH);
        small.memory.get(2).setDown(true);
        try (StripeWriter writer = small.writer()) {
            if (small.writeStripes(writer)) {
                assertThat(writer.finish(small.threads.after(StripeFixture.LONG)).verdict())
                        .isEqualTo(Verdict.IMPOSSIBLE);
            }
        }
    }

    @Test
    void aPoisonedNameCanNotBeWrittenAndOnesOwnIsASuccess() {
        path.write();
        byte[] own = path.memory.getFirst().bytes(path.id(0)).orElseThrow();
        FragmentHeader poison =
                new FragmentHeader(FragmentHeader.Kind.POISON, path.id(1), path.layout, 9, 1);
        path.memory.get(1).replace(path.id(1), path.format.encode(poison));
        try (StripeWriter writer = path.writer()) {
            assertThat(path.writeStripes(writer)).isTrue();
            UploadReport report = writer.finish(path.threads.after(StripeFixture.LONG));
            assertThat(report.verdict()).isEqualTo(Verdict.ENOUGH);
            report = writer.settle(path.threads.after(StripeFixture.LONG));
            assertThat(report.outcomes())
                    .containsExactly(
                            FragmentOutcome.STORED,
                            FragmentOutcome.REFUSED,
                            FragmentOutcome.STORED);
        }
        assertThat(path.memory.getFirst().bytes(path.id(0))).hasValue(own);
    }

    @Test
    void anAbortedPutLeavesNothing() {
        try (StripeWriter writer = path.writer()) {
            assertThat(path.writeStripes(writer)).isTrue();
            writer.abort();
            assertThat(writer.settle(path.threads.after(StripeFixture.LONG)).outcomes())
                    .containsOnly(FragmentOutcome.MISSING);
        }
        path.memory.forEach(store -> assertThat(store.size()).isZero());
    }

    @Test
    void finishingEarlyAndStripesBeyondTheLastAreBugs() {
        try (StripeWriter writer = path.writer()) {
            assertThatThrownBy(() -> writer.finish(path.threads.after(StripeFixture.LONG)))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(path.writeStripes(writer)).isTrue();
            assertThatThrownBy(() -> path.writeStripes(writer))
                    .isInstanceOf(IllegalStateException.class);
        }
    }
}
