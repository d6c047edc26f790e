package io.giza.gateway.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.fake.InMemoryRows;
import io.giza.gateway.fake.SteppedClock;
import io.giza.gateway.quota.QuotaGuard.Admission;
import io.giza.gateway.quota.QuotaGuard.Admitted;
import io.giza.gateway.quota.QuotaGuard.Refused;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.system.SystemRows.Change;
import io.giza.model.BucketId;
import io.giza.model.ObjectKey;
import io.giza.usage.Quota;
import io.giza.usage.QuotaRecord;
import io.giza.usage.Usage;
import io.giza.usage.UsageCodec;
import io.giza.usage.UsageRecord;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Quotas and sums that change, by a clock that the test moves. */
class QuotaGuardTest {
    private static final Duration FRESHNESS = Duration.ofSeconds(30);
    private static final String ACCOUNT = "default";

    private final SteppedClock clock = new SteppedClock();
    private final Surroundings surroundings = new Surroundings(clock, clock, new Random(7));
    private final InMemoryRows rows = new InMemoryRows();
    private final QuotaRows quotas = new QuotaRows(rows);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final QuotaGuard guard = new QuotaGuard(quotas, surroundings, FRESHNESS, meters);

    @Test
    void whatExceedsAQuotaIsRefusedAndWhatFitsIsNot() {
        limit("bucket", 100, 0);
        sum("bucket", 60, 1, clock.instant());
        renew();

        assertRefused("bucket", 41, false);
        store("bucket", 40);
        assertRefused("bucket", 1, false);
        // It would be no more, but there is too much already once the sum grows.
        store("bucket", 0);
        store("other", 1000);
        assertThat(refused("bucket")).isEqualTo(2);
        assertThat(refused("account")).isZero();
    }

    @Test
    void anAccountIsAllItsBuckets() {
        set(ObjectKey.ofAccountQuota(ACCOUNT), new Quota(100, 0));
        sum("one", 30, 1, clock.instant());
        sum("two", 30, 1, clock.instant());
        renew();

        store("three", 40);
        assertRefused("one", 1, true);
        assertThat(refused("account")).isEqualTo(1);
        assertThat(guard.admit("another", "four", 1000, 1)).isInstanceOf(Admitted.class);
    }

    @Test
    void objectsAreCountedAndPartsNeedRoomForOne() {
        limit("bucket", 0, 3);
        sum("bucket", 60, 2, clock.instant());
        renew();

        end(admit("bucket", 1000, 0), true);
        guard.noteCompleted(ACCOUNT, "bucket");
        assertThat(guard.admit(ACCOUNT, "bucket", 1, 1)).isEqualTo(new Refused(false));
        assertThat(guard.admit(ACCOUNT, "bucket", 1, 0)).isEqualTo(new Refused(false));
    }

    @Test
    void whatIsUnderWayCountsAndWhatFailedDoesNot() {
        limit("bucket", 100, 0);
        renew();

        Admission first = admit("bucket", 70, 1);
        assertRefused("bucket", 31, false);
        first.end(false);
        Admission second = admit("bucket", 100, 1);
        second.end(true);
        assertRefused("bucket", 1, false);
    }

    @Test
    void whatFailedCountsInNoBucketOfItsAccount() {
        set(ObjectKey.ofAccountQuota(ACCOUNT), new Quota(100, 0));
        renew();

        admit("one", 70, 1).end(false);
        store("two", 100);
        assertRefused("one", 1, true);
    }

    @Test
    void whatWasStoredJustAfterASweepBeganIsNotForgottenWithWhatWasJustBefore() {
        limit("bucket", 100, 0);
        renew();
        store("bucket", 10);
        Instant began = clock.instant().plusMillis(200);
        clock.advance(Duration.ofMillis(400));
        store("bucket", 30);
        clock.advance(FRESHNESS);
        sum("bucket", 10, 1, began);
        renew();

        assertRefused("bucket", 61, false);
    }

    @Test
    void whatASweepMayHaveSeenIsForgottenAndWhatCameLaterIsNot() {
        limit("bucket", 100, 0);
        renew();
        store("bucket", 40);
        clock.advance(Duration.ofSeconds(10));
        Instant began = clock.instant();
        store("bucket", 30);
        clock.advance(FRESHNESS);
        // It was deleted: the sweep did not find it.
        sum("bucket", 0, 0, began);
        renew();

        store("bucket", 70);
        assertRefused("bucket", 1, false);
    }

    @Test
    void deletingMakesRoomOnceASweepFoundIt() {
        limit("bucket", 100, 0);
        sum("bucket", 100, 1, clock.instant());
        renew();
        assertRefused("bucket", 1, false);
        clock.advance(FRESHNESS);
        sum("bucket", 0, 0, clock.instant());
        renew();

        store("bucket", 100);
    }

    @Test
    void nothingIsWaitedFor() {
        limit("bucket", 1, 0);
        assertThat(guard.admit(ACCOUNT, "bucket", 1000, 1)).isInstanceOf(Admitted.class);
        assertThat(clock.forked()).hasSize(1);
        assertThat(guard.admit(ACCOUNT, "bucket", 1000, 1)).isInstanceOf(Admitted.class);
        assertThat(clock.forked()).hasSize(1);
        runForked();

        assertRefused("bucket", 1000, false);
    }

    @Test
    void aChangeIsInForceAfterHalfTheTimeThatItMayTake() {
        renew();
        limit("bucket", 1, 0);
        store("bucket", 1000);
        clock.advance(FRESHNESS.dividedBy(2));
        store("bucket", 1000);
        runForked();

        assertRefused("bucket", 2, false);
        set(ObjectKey.ofBucketQuota("bucket"), Quota.NONE);
        clock.advance(FRESHNESS.dividedBy(2));
        assertRefused("bucket", 2, false);
        runForked();
        store("bucket", 1000);
    }

    @Test
    void silenceLiftsNoQuota() {
        limit("bucket", 100, 0);
        sum("bucket", 100, 1, clock.instant());
        renew();
        assertRefused("bucket", 1, false);
        rows.beSilent(true);
        clock.advance(FRESHNESS.multipliedBy(10));
        renew();

        assertRefused("bucket", 1, false);
    }

    @Test
    void aRowThatBeginsAnewIsMissedOnceAndABucketThatIsGoneIsNot() {
        limit("bucket", 100, 0);
        sum("bucket", 100, 1, clock.instant());
        renew();
        assertRefused("bucket", 1, false);
        rows.change(
                ObjectKey.ofUsage(ACCOUNT, "bucket"),
                ClientOperation.once(new Random(1)),
                Change.removal());
        clock.advance(FRESHNESS);
        renew();
        assertRefused("bucket", 1, false);
        clock.advance(FRESHNESS);
        renew();

        store("bucket", 100);
    }

    @Test
    void aQuotaIsNoneOfWhoeverHasTheNameNext() {
        quotas.set(
                ObjectKey.ofBucketQuota("bucket"),
                ClientOperation.once(new Random(1)),
                new QuotaRecord("before", new Quota(1, 0)));
        renew();

        store("bucket", 1000);
    }

    @Test
    void ofManyWritesAsMuchIsForgottenAsWasBefore() {
        limit("bucket", 10_000, 0);
        renew();
        for (int i = 0; i < 2000; i++) {
            store("bucket", 1);
            clock.advance(Duration.ofSeconds(1));
        }
        sum("bucket", 0, 0, clock.instant().minusSeconds(100));
        renew();

        // Those of the last hundred seconds, and a few more that were counted together with them.
        assertThat(guard.admit(ACCOUNT, "bucket", 10_000 - 99, 1)).isEqualTo(new Refused(false));
        store("bucket", 10_000 - 110);
    }

    private void limit(String bucket, long bytes, long objects) {
        set(ObjectKey.ofBucketQuota(bucket), new Quota(bytes, objects));
    }

    private void set(ObjectKey key, Quota quota) {
        quotas.set(key, ClientOperation.once(new Random(1)), new QuotaRecord(ACCOUNT, quota));
    }

    private void sum(String bucket, long bytes, long versions, Instant began) {
        UsageRecord sum =
                new UsageRecord(
                        new BucketId(new UUID(1, 1)),
                        new Usage(versions, versions, 0, bytes, 0, 0, 3 * bytes),
                        began,
                        began);
        rows.change(
                ObjectKey.ofUsage(ACCOUNT, bucket),
                ClientOperation.once(new Random(1)),
                Change.to(UsageCodec.FORMAT, UsageCodec.encode(sum)));
    }

    /** Lets the guard learn what there is now, of the account too. */
    private void renew() {
        guard.prepare();
        runForked();
        end(admit("unlimited", 0, 0), false);
        if (guard.admit(ACCOUNT, "bucket", 0, 0) instanceof Admitted admitted) {
            admitted.admission().end(false);
        }
        runForked();
    }

    private void runForked() {
        List<Runnable> tasks = List.copyOf(clock.forked());
        clock.forked().clear();
        tasks.forEach(Runnable::run);
    }

    private Admission admit(String bucket, long bytes, long objects) {
        var decision = guard.admit(ACCOUNT, bucket, bytes, objects);
        assertThat(decision).isInstanceOf(Admitted.class);
        return ((Admitted) decision).admission();
    }

    private static void end(Admission admission, boolean stored) {
        admission.end(stored);
    }

    private void store(String bucket, long bytes) {
        end(admit(bucket, bytes, 1), true);
    }

    private void assertRefused(String bucket, long bytes, boolean ofAccount) {
        assertThat(guard.admit(ACCOUNT, bucket, bytes, 1)).isEqualTo(new Refused(ofAccount));
    }

    private double refused(String of) {
        return meters.get("giza.quota.refused").tag("of", of).counter().count();
    }
}
