package io.giza.simulation.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.BucketService.BucketsResult;
import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.BucketService.EncryptionResult;
import io.giza.gateway.service.BucketService.FindResult;
import io.giza.gateway.service.BucketService.RemoveResult;
import io.giza.gateway.service.BucketService.Unavailable;
import io.giza.gateway.service.BucketService.VersioningResult;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.model.BucketRecord.Versioning;
import io.giza.simulation.cluster.ClientRetry;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The first attempt of a bucket operation is done after its retry was answered: it does nothing.
 */
class LateBucketAttemptTest {

    @ParameterizedTest
    @MethodSource("clients")
    void aDeletionDoesNotDeleteTheBucketThatWasCreatedSince(RetriedBucket.Client client) {
        client.run(
                run -> {
                    run.create();
                    run.holdBack(
                            RetriedBucket::delete,
                            RemoveResult.Deleted.class,
                            () ->
                                    assertThat(run.create())
                                            .isInstanceOf(CreateResult.Created.class));
                    assertThat(run.find()).isInstanceOf(FindResult.Found.class);
                });
    }

    @ParameterizedTest
    @MethodSource("clients")
    void aDeletionThatFoundNothingDoesNotDeleteTheBucketThatWasCreatedSince(
            RetriedBucket.Client client) {
        client.run(
                run -> {
                    run.holdBack(
                            RetriedBucket::delete,
                            RemoveResult.Absent.class,
                            () ->
                                    assertThat(run.create())
                                            .isInstanceOf(CreateResult.Created.class));
                    assertThat(run.find()).isInstanceOf(FindResult.Found.class);
                });
    }

    @ParameterizedTest
    @MethodSource("clients")
    void aCreationDoesNotBringBackTheBucketThatWasDeletedSince(RetriedBucket.Client client) {
        client.run(
                run -> {
                    run.holdBack(
                            RetriedBucket::create,
                            CreateResult.Created.class,
                            () ->
                                    assertThat(run.delete())
                                            .isInstanceOf(RemoveResult.Deleted.class));
                    assertThat(run.find()).isInstanceOf(FindResult.Absent.class);
                });
    }

    @ParameterizedTest
    @MethodSource("clients")
    void aChangeOfVersioningDoesNotUndoALaterOne(RetriedBucket.Client client) {
        client.run(
                run -> {
                    run.create();
                    run.version(Versioning.SUSPENDED);
                    for (boolean isDone : new boolean[] {false, true}) {
                        if (isDone) {
                            run.version(Versioning.ENABLED);
                        }
                        run.holdBack(
                                (each, operation) -> each.version(Versioning.ENABLED, operation),
                                VersioningResult.Changed.class,
                                () -> run.version(Versioning.SUSPENDED));
                        assertThat(run.find())
                                .isInstanceOfSatisfying(
                                        FindResult.Found.class,
                                        found ->
                                                assertThat(found.bucket().versioning())
                                                        .isEqualTo(Versioning.SUSPENDED));
                    }
                });
    }

    @ParameterizedTest
    @MethodSource("clients")
    void aRetryIsAnsweredByWhatItsFirstAttemptDid(RetriedBucket.Client client) {
        client.run(
                run -> {
                    run.repeat(RetriedBucket::create, CreateResult.Created.class, run::delete);
                    run.create();
                    run.repeat(RetriedBucket::delete, RemoveResult.Deleted.class, run::create);
                    assertThat(run.find()).isInstanceOf(FindResult.Found.class);
                    run.repeat(
                            (each, operation) -> each.version(Versioning.ENABLED, operation),
                            VersioningResult.Changed.class,
                            () -> run.version(Versioning.SUSPENDED));
                    assertThat(run.find())
                            .isInstanceOfSatisfying(
                                    FindResult.Found.class,
                                    found ->
                                            assertThat(found.bucket().versioning())
                                                    .isEqualTo(Versioning.SUSPENDED));
                    assertThat(
                                    run.buckets.setEncryption(
                                            run.account,
                                            RetriedBucket.NAME,
                                            Optional.empty(),
                                            run.once()))
                            .isInstanceOf(EncryptionResult.Changed.class);
                });
    }

    /** The row of a bucket shows witnesses its last version, lists two, and reads sixteen. */
    @ParameterizedTest
    @MethodSource("clients")
    void manyRefusedRetriesDoNotHideTheBucket(RetriedBucket.Client client) {
        client.run(
                run -> {
                    run.create();
                    for (int i = 0; i < 20; i++) {
                        assertThat(run.create(ClientRetry.of(run.first())))
                                .isInstanceOf(CreateResult.AlreadyYours.class);
                    }
                    assertThat(run.find()).isInstanceOf(FindResult.Found.class);
                    assertThat(run.buckets.list(run.account))
                            .isInstanceOfSatisfying(
                                    BucketsResult.Buckets.class,
                                    found -> assertThat(found.buckets()).hasSize(1));
                    assertThat(run.put()).isInstanceOf(PutResult.Stored.class);
                });
    }

    @ParameterizedTest
    @MethodSource("clients")
    void aCreationThatWasRefusedDoesNotBringBackTheBucketThatWasDeletedSince(
            RetriedBucket.Client client) {
        client.run(
                run -> {
                    run.create();
                    run.holdBack(
                            RetriedBucket::create,
                            CreateResult.AlreadyYours.class,
                            () ->
                                    assertThat(run.delete())
                                            .isInstanceOf(RemoveResult.Deleted.class));
                    assertThat(run.find()).isInstanceOf(FindResult.Absent.class);
                });
    }

    @ParameterizedTest
    @MethodSource("clients")
    void aLockThatWasRefusedIsNotSetOnceItMayBe(RetriedBucket.Client client) {
        client.run(
                run -> {
                    run.create();
                    run.holdBack(
                            RetriedBucket::lock,
                            VersioningResult.Conflict.class,
                            () -> run.version(Versioning.ENABLED));
                    assertThat(run.buckets.lockOf(run.account, RetriedBucket.NAME))
                            .isEqualTo(new VersioningResult.Changed(Optional.empty()));
                });
    }

    @ParameterizedTest
    @MethodSource("clients")
    void aDeletionThatBeganAgainIsNotDoneOnceMore(RetriedBucket.Client client) {
        client.run(
                run -> {
                    run.create();
                    assertThat(run.put()).isInstanceOf(PutResult.Stored.class);
                    ClientOperation first = run.first();
                    assertThat(run.delete(first)).isInstanceOf(RemoveResult.NotEmpty.class);
                    run.empty();
                    run.pause(client.pause());
                    assertThat(run.delete(ClientRetry.of(first)))
                            .isInstanceOf(RemoveResult.Deleted.class);
                    run.create();
                    assertThat(run.delete(ClientRetry.of(first)))
                            .isInstanceOf(RemoveResult.Deleted.class);
                    assertThat(run.find()).isInstanceOf(FindResult.Found.class);
                });
    }

    @ParameterizedTest
    @MethodSource("clients")
    void aDeletionThatWasCalledOffDoesNotBeginAgainForAnAttemptBeforeTheLast(
            RetriedBucket.Client client) {
        client.run(
                run -> {
                    run.create();
                    assertThat(run.put()).isInstanceOf(PutResult.Stored.class);
                    ClientOperation first = run.first();
                    run.pause(Duration.ofSeconds(2));
                    ClientOperation last = run.retry(first);
                    assertThat(run.delete(last)).isInstanceOf(RemoveResult.NotEmpty.class);
                    run.empty();
                    for (ClientOperation late :
                            List.of(first, first.continued(), ClientRetry.of(first))) {
                        assertThat(run.delete(late)).isInstanceOf(Unavailable.class);
                    }
                    assertThat(run.find()).isInstanceOf(FindResult.Found.class);
                });
    }

    /** The last attempt resumed a deletion that the first one had begun. */
    @ParameterizedTest
    @MethodSource("clients")
    void aDeletionThatALaterRetryEndedDoesNotBeginAgain(RetriedBucket.Client client) {
        client.run(
                run -> {
                    run.create();
                    assertThat(run.put()).isInstanceOf(PutResult.Stored.class);
                    ClientOperation first = run.first();
                    run.beginDeletion(first);
                    run.pause(Duration.ofSeconds(2));
                    assertThat(run.delete(run.retry(first)))
                            .isInstanceOf(RemoveResult.NotEmpty.class);
                    run.empty();
                    assertThat(run.delete(ClientRetry.of(first))).isInstanceOf(Unavailable.class);
                    assertThat(run.find()).isInstanceOf(FindResult.Found.class);
                });
    }

    @ParameterizedTest
    @MethodSource("clients")
    void anAttemptBeforeTheLastDoesNothing(RetriedBucket.Client client) {
        client.run(
                run -> {
                    ClientOperation first = run.first();
                    run.pause(Duration.ofSeconds(2));
                    assertThat(run.delete(run.retry(first)))
                            .isInstanceOf(RemoveResult.Absent.class);
                    run.create();
                    assertThat(run.delete(ClientRetry.of(first))).isInstanceOf(Unavailable.class);
                    assertThat(run.find()).isInstanceOf(FindResult.Found.class);
                });
    }

    /** More versions than acceptors look at follow the retry. */
    @ParameterizedTest
    @MethodSource("clients")
    void aDeletionFindsItsRetryHoweverManyRecordsFollowIt(RetriedBucket.Client client) {
        client.run(
                run -> {
                    run.create();
                    run.holdBack(
                            RetriedBucket::delete,
                            RemoveResult.Deleted.class,
                            () -> {
                                for (int i = 0; i < 8; i++) {
                                    assertThat(run.create())
                                            .isInstanceOf(CreateResult.Created.class);
                                    assertThat(run.delete())
                                            .isInstanceOf(RemoveResult.Deleted.class);
                                }
                                run.create();
                            });
                    assertThat(run.find()).isInstanceOf(FindResult.Found.class);
                });
    }

    private static List<RetriedBucket.Client> clients() {
        return Stream.of(-10, 0, 10)
                .map(Duration::ofSeconds)
                .flatMap(
                        ahead ->
                                Stream.of(0, 3000)
                                        .map(
                                                pause ->
                                                        new RetriedBucket.Client(
                                                                ahead, Duration.ofMillis(pause))))
                .toList();
    }
}
