package io.giza.gateway.s3.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.fake.InMemoryBuckets;
import io.giza.gateway.fake.InMemoryObjects;
import io.giza.gateway.fake.InMemoryRows;
import io.giza.gateway.fake.NoUploads;
import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.memory.RateLimiter;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.S3Services;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.system.SystemRows.Change;
import io.giza.model.BucketId;
import io.giza.model.Bytes;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** How long is remembered who may do what in a bucket. */
class AccessLookupTest {
    private static final Duration FRESHNESS = Duration.ofSeconds(5);
    private static final Resource OBJECT = new Resource("bucket", "key");
    private static final String POLICY =
            """
            {"Statement":{"Effect":"Allow","Principal":"*","Action":"s3:GetObject",
             "Resource":"arn:aws:s3:::bucket/*"}}""";

    /** A bucket, and a gateway that looks it up. */
    private static final class Fixture {
        private final InMemoryRows rows = new InMemoryRows();
        private final InMemoryBuckets buckets = new InMemoryBuckets(_ -> true);
        private final Surroundings surroundings;
        private final AccessLookup lookup;
        private final BucketId bucket;

        Fixture(Surroundings surroundings) {
            this.surroundings = surroundings;
            this.lookup =
                    new AccessLookup(
                            new S3Services(new InMemoryObjects(), buckets, new NoUploads(), rows),
                            surroundings,
                            FRESHNESS,
                            new RateLimiter(surroundings.time(), 1));
            this.bucket = create("bucket");
        }

        private BucketId create(String name) {
            var created = buckets.create(RunningGateway.account(), name, operation());
            return ((CreateResult.Created) created).bucket().id();
        }

        private ClientOperation operation() {
            return ClientOperation.once(surroundings.random());
        }

        /** What another gateway does: nobody tells this one. */
        void set(String policy) {
            Bytes content = Bytes.copyOf(policy.getBytes(StandardCharsets.UTF_8));
            rows.change(
                    AccessDocuments.policy(bucket),
                    operation(),
                    Change.to(AccessDocuments.FORMAT, content));
        }

        boolean hasPolicy() {
            return lookup.find(OBJECT).orElseThrow().policy().isPresent();
        }

        void rest(Duration duration) {
            surroundings.time().sleep(duration);
        }
    }

    private static void with(Consumer<Fixture> test) {
        Seeds.simulate(10, simulation -> test.accept(new Fixture(simulation.scenario())));
    }

    @Test
    void whatWasFoundIsRememberedForAWhile() {
        with(
                fixture -> {
                    assertThat(fixture.hasPolicy()).isFalse();
                    fixture.set(POLICY);
                    int reads = fixture.rows.reads();

                    assertThat(fixture.hasPolicy()).isFalse();
                    assertThat(fixture.rows.reads()).isEqualTo(reads);

                    fixture.rest(FRESHNESS.plusMillis(1));
                    assertThat(fixture.hasPolicy()).isTrue();
                });
    }

    @Test
    void whileABucketIsUsedItIsLookedUpBesideTheRequests() {
        with(
                fixture -> {
                    fixture.hasPolicy();
                    fixture.set(POLICY);
                    fixture.rest(FRESHNESS.dividedBy(2).plusMillis(1));
                    // This one does not wait, and has the next ones see what was set.
                    fixture.hasPolicy();
                    fixture.rest(Duration.ofSeconds(1));
                    int reads = fixture.rows.reads();

                    assertThat(fixture.hasPolicy()).isTrue();
                    assertThat(fixture.rows.reads()).isEqualTo(reads);
                });
    }

    @Test
    void whatIsChangedHereIsInEffectAtOnce() {
        with(
                fixture -> {
                    fixture.hasPolicy();
                    fixture.set(POLICY);
                    fixture.lookup.invalidate("bucket");

                    assertThat(fixture.hasPolicy()).isTrue();
                });
    }

    @Test
    void aLookUpThatAChangeOvertookIsNotRemembered() {
        with(
                fixture -> {
                    fixture.rows.duringNextRead(() -> fixture.lookup.invalidate("bucket"));
                    fixture.hasPolicy();
                    fixture.set(POLICY);

                    assertThat(fixture.hasPolicy()).isTrue();
                });
    }

    @Test
    void aBucketThatIsNotThereIsLookedForAgain() {
        with(
                fixture -> {
                    Resource other = new Resource("other", "key");
                    assertThat(fixture.lookup.find(other)).isEmpty();
                    fixture.create("other");

                    assertThat(fixture.lookup.find(other)).isPresent();
                });
    }

    @Test
    void thoseWhoSignedNothingLookFewBucketsUp() {
        with(
                fixture -> {
                    assertThat(fixture.lookup.findUnsigned(OBJECT)).isPresent();
                    assertThat(fixture.lookup.findUnsigned(OBJECT)).isPresent();
                    assertThatThrownBy(
                                    () -> fixture.lookup.findUnsigned(new Resource("other", "key")))
                            .isInstanceOfSatisfying(
                                    S3Exception.class,
                                    e -> assertThat(e.error()).isEqualTo(S3Error.SLOW_DOWN));
                });
    }

    @Test
    void withoutAQuorumNothingIsKnown() {
        with(
                fixture -> {
                    fixture.hasPolicy();
                    fixture.rest(FRESHNESS.plusMillis(1));
                    fixture.rows.beSilent(true);

                    assertThatThrownBy(() -> fixture.lookup.find(OBJECT))
                            .isInstanceOf(S3Exception.class);
                    fixture.rows.beSilent(false);
                    assertThat(fixture.lookup.find(OBJECT).map(BucketAccess::owner))
                            .isEqualTo(Optional.of(RunningGateway.account().name()));
                });
    }
}
