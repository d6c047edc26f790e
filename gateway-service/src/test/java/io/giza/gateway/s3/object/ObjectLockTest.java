package io.giza.gateway.s3.object;

import static io.giza.gateway.fake.SdkFailures.assertFails;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.fake.SdkClient;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.DefaultRetention;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.ObjectLockEnabled;
import software.amazon.awssdk.services.s3.model.ObjectLockLegalHoldStatus;
import software.amazon.awssdk.services.s3.model.ObjectLockMode;
import software.amazon.awssdk.services.s3.model.ObjectLockRetentionMode;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;

/** Object lock, by an unmodified AWS SDK. */
class ObjectLockTest {
    private static final String BUCKET = "bucket";
    private static final String PLAIN = "plain";
    private static final String KEY = "k";
    private static final String LOCKED = "Access Denied because object protected by object lock.";

    private final Instant later =
            Instant.now().plus(Duration.ofHours(1)).truncatedTo(ChronoUnit.MILLIS);

    private RunningGateway gateway;
    private S3Client s3;

    @BeforeEach
    void start() {
        gateway = new RunningGateway();
        s3 = SdkClient.to(gateway.port());
        s3.createBucket(r -> r.bucket(BUCKET).objectLockEnabledForBucket(true));
        s3.createBucket(r -> r.bucket(PLAIN));
    }

    @AfterEach
    void stop() {
        s3.close();
        gateway.close();
    }

    @Test
    void aBucketWithLocksIsVersionedAndStaysSo() {
        assertThat(s3.getBucketVersioning(r -> r.bucket(BUCKET)).status())
                .isEqualTo(BucketVersioningStatus.ENABLED);
        var configuration =
                s3.getObjectLockConfiguration(r -> r.bucket(BUCKET)).objectLockConfiguration();
        assertThat(configuration.objectLockEnabled()).isEqualTo(ObjectLockEnabled.ENABLED);
        assertThat(configuration.rule()).isNull();
        assertFails(409, "InvalidBucketState", () -> setVersioning(BUCKET, "Suspended"));
        assertFails(
                404,
                "ObjectLockConfigurationNotFoundError",
                () -> s3.getObjectLockConfiguration(r -> r.bucket(PLAIN)));
    }

    @Test
    void locksCanBeHadInAVersionedBucketOnly() {
        assertFails(409, "InvalidBucketState", () -> configure(PLAIN, d -> d.days(1)));
        setVersioning(PLAIN, "Enabled");
        configure(PLAIN, d -> d.years(2));

        var retention =
                s3.getObjectLockConfiguration(r -> r.bucket(PLAIN))
                        .objectLockConfiguration()
                        .rule()
                        .defaultRetention();
        assertThat(retention.mode()).isEqualTo(ObjectLockRetentionMode.GOVERNANCE);
        assertThat(retention.years()).isEqualTo(2);
        assertThat(retention.days()).isNull();
    }

    @Test
    void whatIsNotThereIsToldBeforeThatNothingCanBeLocked() {
        s3.putObject(r -> r.bucket(PLAIN).key(KEY), RequestBody.empty());

        assertFails(404, "NoSuchKey", () -> s3.getObjectRetention(r -> r.bucket(PLAIN).key("no")));
        assertFails(404, "NoSuchKey", () -> s3.getObjectLegalHold(r -> r.bucket(PLAIN).key("no")));
        assertFails(
                400, "InvalidRequest", () -> s3.getObjectRetention(r -> r.bucket(PLAIN).key(KEY)));
        assertFails(
                404, "NoSuchBucket", () -> s3.putObjectRetention(r -> r.bucket("none").key(KEY)));
        assertFails(
                404, "NoSuchBucket", () -> s3.putObjectLegalHold(r -> r.bucket("none").key(KEY)));
    }

    @Test
    void aPeriodThatIsNoneIsRefused() {
        assertFails(400, "InvalidArgument", () -> configure(BUCKET, d -> d.days(0)));
        assertFails(400, "InvalidArgument", () -> configure(BUCKET, d -> d.years(101)));
        assertFails(400, "MalformedXML", () -> configure(BUCKET, d -> d.years(1).days(1)));
        assertFails(400, "MalformedXML", () -> configure(BUCKET, d -> d.days(1).mode("other")));
        assertFails(400, "MalformedXML", () -> configure(BUCKET, _ -> {}));
    }

    @Test
    void whatIsPutLockedTellsOfItAndIsNotDeleted() {
        String version =
                put(
                        r ->
                                r.objectLockMode(ObjectLockMode.COMPLIANCE)
                                        .objectLockRetainUntilDate(later)
                                        .objectLockLegalHoldStatus(ObjectLockLegalHoldStatus.ON));

        var head = s3.headObject(r -> r.bucket(BUCKET).key(KEY));
        assertThat(head.objectLockMode()).isEqualTo(ObjectLockMode.COMPLIANCE);
        assertThat(head.objectLockRetainUntilDate()).isEqualTo(later);
        assertThat(head.objectLockLegalHoldStatus()).isEqualTo(ObjectLockLegalHoldStatus.ON);
        assertThat(s3.deleteObject(r -> r.bucket(BUCKET).key(KEY)).deleteMarker()).isTrue();
        assertLocked(() -> delete(version, false));
        hold(version, ObjectLockLegalHoldStatus.OFF);
        assertLocked(() -> delete(version, true));
        var deleted =
                s3.deleteObjects(
                        r ->
                                r.bucket(BUCKET)
                                        .bypassGovernanceRetention(true)
                                        .delete(
                                                d ->
                                                        d.objects(
                                                                ObjectIdentifier.builder()
                                                                        .key(KEY)
                                                                        .versionId(version)
                                                                        .build())));
        assertThat(deleted.errors())
                .singleElement()
                .satisfies(
                        error -> {
                            assertThat(error.code()).isEqualTo("AccessDenied");
                            assertThat(error.message()).isEqualTo(LOCKED);
                        });
    }

    @Test
    void governanceIsBypassedByWhoAsksForIt() {
        String version = put(_ -> {});
        retain(version, ObjectLockRetentionMode.GOVERNANCE, later, false);

        assertThat(retention(version)).isEqualTo(later);
        assertLocked(
                () ->
                        retain(
                                version,
                                ObjectLockRetentionMode.GOVERNANCE,
                                later.minusSeconds(60),
                                false));
        retain(version, ObjectLockRetentionMode.GOVERNANCE, later.plusSeconds(60), false);
        retain(version, ObjectLockRetentionMode.GOVERNANCE, later.minusSeconds(60), true);
        assertThat(retention(version)).isEqualTo(later.minusSeconds(60));
        assertLocked(() -> delete(version, false));
        delete(version, true);
        assertFails(404, "NoSuchVersion", () -> retention(version));
    }

    @Test
    void complianceIsOnlyMadeLonger() {
        String version = put(_ -> {});
        retain(version, ObjectLockRetentionMode.COMPLIANCE, later, false);

        retain(version, ObjectLockRetentionMode.COMPLIANCE, later.plusSeconds(60), false);
        assertLocked(() -> retain(version, ObjectLockRetentionMode.COMPLIANCE, later, true));
        assertLocked(
                () ->
                        retain(
                                version,
                                ObjectLockRetentionMode.GOVERNANCE,
                                later.plusSeconds(90),
                                true));
        assertLocked(() -> delete(version, true));
    }

    @Test
    void aVersionThatWasNeverLockedHasNoLockToTellOf() {
        String version = put(_ -> {});

        assertFails(404, "NoSuchObjectLockConfiguration", () -> retention(version));
        assertFails(404, "NoSuchObjectLockConfiguration", () -> hold(version));
        hold(version, ObjectLockLegalHoldStatus.OFF);
        assertThat(hold(version)).isEqualTo(ObjectLockLegalHoldStatus.OFF);
        delete(version, false);
    }

    @Test
    void nothingIsLockedInABucketWithoutLocks() {
        assertFails(
                400,
                "InvalidRequest",
                () ->
                        s3.putObject(
                                r ->
                                        r.bucket(PLAIN)
                                                .key(KEY)
                                                .objectLockLegalHoldStatus(
                                                        ObjectLockLegalHoldStatus.ON),
                                RequestBody.fromString("text")));
        s3.putObject(r -> r.bucket(PLAIN).key(KEY), RequestBody.fromString("text"));
        assertFails(
                400, "InvalidRequest", () -> s3.getObjectRetention(r -> r.bucket(PLAIN).key(KEY)));
        assertFails(
                400,
                "InvalidRequest",
                () ->
                        s3.putObjectLegalHold(
                                r ->
                                        r.bucket(PLAIN)
                                                .key(KEY)
                                                .legalHold(
                                                        h ->
                                                                h.status(
                                                                        ObjectLockLegalHoldStatus
                                                                                .ON))));
    }

    @Test
    void headersThatSayNoLockAreRefused() {
        assertFails(
                400,
                "InvalidArgument",
                () -> put(r -> r.objectLockMode(ObjectLockMode.GOVERNANCE)));
        assertFails(400, "InvalidArgument", () -> put(r -> r.objectLockRetainUntilDate(later)));
        assertFails(
                400,
                "InvalidArgument",
                () -> put(r -> r.objectLockMode("other").objectLockRetainUntilDate(later)));
        assertFails(
                400,
                "InvalidArgument",
                () ->
                        put(
                                r ->
                                        r.objectLockMode(ObjectLockMode.GOVERNANCE)
                                                .objectLockRetainUntilDate(Instant.EPOCH)));
        assertFails(400, "InvalidArgument", () -> put(r -> r.objectLockLegalHoldStatus("MAYBE")));
    }

    @Test
    void aCopyIsLockedAsItAsksForAndNotAsItsSource() {
        put(r -> r.objectLockLegalHoldStatus(ObjectLockLegalHoldStatus.ON));
        s3.copyObject(
                r ->
                        r.sourceBucket(BUCKET)
                                .sourceKey(KEY)
                                .destinationBucket(BUCKET)
                                .destinationKey("copy")
                                .objectLockMode(ObjectLockMode.GOVERNANCE)
                                .objectLockRetainUntilDate(later));

        var head = s3.headObject(r -> r.bucket(BUCKET).key("copy"));
        assertThat(head.objectLockMode()).isEqualTo(ObjectLockMode.GOVERNANCE);
        assertThat(head.objectLockLegalHoldStatus()).isNull();
    }

    private void setVersioning(String bucket, String status) {
        s3.putBucketVersioning(
                r -> r.bucket(bucket).versioningConfiguration(v -> v.status(status)));
    }

    private void configure(String bucket, Consumer<DefaultRetention.Builder> retention) {
        s3.putObjectLockConfiguration(
                r ->
                        r.bucket(bucket)
                                .objectLockConfiguration(
                                        c ->
                                                c.objectLockEnabled(ObjectLockEnabled.ENABLED)
                                                        .rule(
                                                                rule ->
                                                                        rule.defaultRetention(
                                                                                d ->
                                                                                        retention
                                                                                                .accept(
                                                                                                        d
                                                                                                                .mode(
                                                                                                                        ObjectLockRetentionMode
                                                                                                                                .GOVERNANCE))))));
    }

    private String put(Consumer<PutObjectRequest.Builder> lock) {
        return s3.putObject(
                        r -> lock.accept(r.bucket(BUCKET).key(KEY)), RequestBody.fromString("text"))
                .versionId();
    }

    private void delete(String version, boolean bypasses) {
        s3.deleteObject(
                r ->
                        r.bucket(BUCKET)
                                .key(KEY)
                                .versionId(version)
                                .bypassGovernanceRetention(bypasses ? true : null));
    }

    private void retain(
            String version, ObjectLockRetentionMode mode, Instant until, boolean bypasses) {
        s3.putObjectRetention(
                r ->
                        r.bucket(BUCKET)
                                .key(KEY)
                                .versionId(version)
                                .bypassGovernanceRetention(bypasses ? true : null)
                                .retention(t -> t.mode(mode).retainUntilDate(until)));
    }

    private Instant retention(@Nullable String version) {
        return s3.getObjectRetention(r -> r.bucket(BUCKET).key(KEY).versionId(version))
                .retention()
                .retainUntilDate();
    }

    private void hold(String version, ObjectLockLegalHoldStatus status) {
        s3.putObjectLegalHold(
                r -> r.bucket(BUCKET).key(KEY).versionId(version).legalHold(h -> h.status(status)));
    }

    private ObjectLockLegalHoldStatus hold(String version) {
        return s3.getObjectLegalHold(r -> r.bucket(BUCKET).key(KEY).versionId(version))
                .legalHold()
                .status();
    }

    private static void assertLocked(Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        S3Exception.class,
                        e -> {
                            assertThat(e.statusCode()).isEqualTo(403);
                            assertThat(e.awsErrorDetails().errorCode()).isEqualTo("AccessDenied");
                            assertThat(e.awsErrorDetails().errorMessage()).isEqualTo(LOCKED);
                        });
    }
}
