package io.giza.simulation.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.quota.GuardedObjects;
import io.giza.gateway.quota.GuardedUploads;
import io.giza.gateway.quota.QuotaGuard;
import io.giza.gateway.quota.QuotaRows;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.UploadService;
import io.giza.gateway.service.UploadService.CreateResult;
import io.giza.gateway.service.UploadService.PartBody;
import io.giza.gateway.service.UploadService.PartTarget;
import io.giza.gateway.service.WriteCondition;
import io.giza.gateway.upload.ArrayBody;
import io.giza.model.Bytes;
import io.giza.model.Encryption;
import io.giza.model.ObjectKey;
import io.giza.model.Upload;
import io.giza.model.UploadId;
import io.giza.simulation.cluster.TextBody;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;
import io.giza.usage.Quota;
import io.giza.usage.QuotaRecord;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A client retries in a bucket that is full, perhaps by its first attempt. */
class RetryOverQuotaTest {
    private static final Quota ONE_OBJECT = new Quota(0, 1);

    @ParameterizedTest
    @ValueSource(ints = {10, 1000})
    void aRetrySucceedsThoughItsFirstAttemptTookTheRoom(int size) {
        simulate(
                ONE_OBJECT,
                run -> {
                    TextBody mine = new TextBody("mine", size);
                    assertThat(run.put(run.first(), mine)).isInstanceOf(PutResult.Stored.class);
                    assertThat(run.put(run.retry(), new TextBody("mine", size)))
                            .isInstanceOfSatisfying(
                                    PutResult.Stored.class,
                                    stored -> assertThat(stored.byEarlierAttempt()).isTrue());
                    assertThat(run.put(run.retry(), new TextBody("other", size)))
                            .as("another put")
                            .isInstanceOf(Failure.QuotaExceeded.class);
                });
    }

    @Test
    void aRetriedCopySucceedsThoughItsFirstAttemptTookTheRoom() {
        simulate(
                ONE_OBJECT,
                run -> {
                    TextBody source = new TextBody("source", 1000);
                    run.put(run.request(run.first()).copying(), source);
                    ObjectBody unreadable = new UnreadableBody(source.length());
                    for (PutRequest retry :
                            new PutRequest[] {
                                run.request(run.retry()).copying(),
                                PutRequest.ofRepeatedCopy(run.retry())
                            }) {
                        assertThat(run.put(retry, unreadable)).isInstanceOf(PutResult.Stored.class);
                    }
                });
    }

    /** The client is told that the source cannot be read, and not of the quota. */
    @Test
    void aRetryOfACopyThatStoresNothingIsNotHeldAgainstTheQuota() {
        simulate(
                ONE_OBJECT,
                run -> {
                    run.put(run.first(), new TextBody("other", 10));
                    run.scenario.nextOperation();
                    assertThat(
                                    run.put(
                                            PutRequest.ofRepeatedCopy(run.retry()),
                                            new UnreadableBody(0)))
                            .isInstanceOf(Failure.PreconditionFailed.class);
                });
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 1000})
    void aFirstAttemptStoresNothingOnceItsRetryWasRefusedThoughThereIsRoomAgain(int size) {
        simulate(
                ONE_OBJECT,
                run -> {
                    run.put(run.first(), new TextBody("other", 10));
                    run.scenario.nextOperation();
                    Instant sent = run.scenario.signed();
                    assertThat(run.put(run.retry(), new TextBody("mine", size)))
                            .isInstanceOf(Failure.QuotaExceeded.class);
                    // Another gateway, which knows of room.
                    assertThat(run.scenario.putSentAt(sent, new TextBody("mine", size)))
                            .isInstanceOf(Failure.OutcomeUnknown.class);
                });
    }

    @Test
    void aRetriedPartSucceedsThoughItsFirstAttemptTookTheRoom() {
        simulate(
                new Quota(1500, 0),
                run -> {
                    UploadId upload = run.upload(Optional.empty());
                    assertThat(run.putPart(run.first(), upload, 1000))
                            .isInstanceOf(PutResult.Stored.class);
                    assertThat(run.putPart(run.retry(), upload, 1000))
                            .isInstanceOf(PutResult.Stored.class);
                    run.scenario.nextOperation();
                    assertThat(run.putPart(run.first(), upload, 1000))
                            .isInstanceOf(Failure.QuotaExceeded.class);
                    assertThat(run.putPart(run.retry(), upload, 1000))
                            .isInstanceOf(Failure.QuotaExceeded.class);
                });
    }

    /** The gateway has no keys. */
    @Test
    void aRepeatedCopyOfAPartNeedsNoKey() {
        simulate(
                Quota.NONE,
                run -> {
                    var encryption =
                            new Encryption(
                                    Encryption.Kind.MANAGED,
                                    "",
                                    "1",
                                    Bytes.copyOf(new byte[] {1}),
                                    "",
                                    false);
                    UploadId upload = run.upload(Optional.of(encryption));
                    assertThat(run.putPart(run.first(), upload, 1000))
                            .isInstanceOf(Failure.KeyRefused.class);
                    assertThat(run.putPart(run.retry(), upload, new RepeatedCopy()))
                            .isInstanceOf(Failure.PreconditionFailed.class);
                });
    }

    private static void simulate(Quota quota, Consumer<Run> act) {
        Seeds.simulate(10, simulation -> act.accept(new Run(simulation, quota)));
    }

    /** A gateway that obeys the quota of the bucket. */
    private static final class Run {
        private final RetryScenario scenario;
        private final ObjectService objects;
        private final UploadService uploads;

        Run(Simulation simulation, Quota quota) {
            scenario = new RetryScenario(simulation);
            QuotaRows quotas = new QuotaRows(scenario.gateway.rows());
            quotas.set(
                    ObjectKey.ofBucketQuota(RetryScenario.BUCKET),
                    ClientOperation.once(simulation.scenario().random()),
                    new QuotaRecord(scenario.account.name(), quota));
            QuotaGuard guard =
                    new QuotaGuard(
                            quotas,
                            scenario.gateway.surroundings(),
                            Duration.ofHours(1),
                            new SimpleMeterRegistry());
            guard.prepare();
            simulation.scenario().time().sleep(Duration.ofSeconds(1));
            objects = new GuardedObjects(scenario.gateway.objects(), guard);
            uploads = new GuardedUploads(scenario.gateway.uploads(), guard);
        }

        Target first() {
            return scenario.firstAt(scenario.signed());
        }

        Target retry() {
            return scenario.target();
        }

        PutRequest request(Target target) {
            return new PutRequest(target, new WriteCondition.None(), Map.of(), Map.of());
        }

        PutResult put(Target target, ObjectBody body) {
            return put(request(target), body);
        }

        PutResult put(PutRequest request, ObjectBody body) {
            try {
                return objects.put(request, body);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        UploadId upload(Optional<Encryption> encryption) {
            Upload plain =
                    new Upload(
                            Map.of(),
                            Map.of(),
                            Map.of(),
                            Optional.empty(),
                            scenario.account.name(),
                            scenario.now());
            Upload upload = encryption.map(plain::withEncryption).orElse(plain);
            return ((CreateResult.Created) uploads.create(first(), upload)).upload();
        }

        PutResult putPart(Target target, UploadId upload, int size) {
            return putPart(target, upload, _ -> new TextBody("part", size));
        }

        PutResult putPart(Target target, UploadId upload, PartBody body) {
            try {
                return uploads.putPart(new PartTarget(target, upload, 1), body);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static final class RepeatedCopy implements PartBody {
        @Override
        public ObjectBody of(Upload upload) {
            return new ArrayBody(new byte[0]);
        }

        @Override
        public PutRequest requested(PutRequest plain) {
            return PutRequest.ofRepeatedCopy(plain.target());
        }
    }

    /** A body that must not be read. */
    private record UnreadableBody(long length) implements ObjectBody {
        @Override
        public int read(byte[] target, int offset, int length) {
            throw new IllegalStateException("it is read");
        }

        @Override
        public void digest(byte[] source, int offset, int length) {
            throw new IllegalStateException("it is digested");
        }

        @Override
        public Digests finish() {
            throw new IllegalStateException("it is read to its end");
        }
    }
}
