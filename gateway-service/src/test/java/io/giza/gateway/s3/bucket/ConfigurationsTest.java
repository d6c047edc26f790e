package io.giza.gateway.s3.bucket;

import static io.giza.gateway.fake.SdkFailures.assertFails;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.SdkFixture;

import org.junit.jupiter.api.Test;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.BucketCannedACL;
import software.amazon.awssdk.services.s3.model.CORSRule;
import software.amazon.awssdk.services.s3.model.ExpirationStatus;
import software.amazon.awssdk.services.s3.model.LifecycleRule;
import software.amazon.awssdk.services.s3.model.ObjectCannedACL;
import software.amazon.awssdk.services.s3.model.ObjectOwnership;
import software.amazon.awssdk.services.s3.model.OwnershipControlsRule;
import software.amazon.awssdk.services.s3.model.Payer;
import software.amazon.awssdk.services.s3.model.Permission;
import software.amazon.awssdk.services.s3.model.Tag;

import java.util.List;

/** Documents that are kept with buckets, as an unmodified AWS SDK puts, gets and deletes them. */
class ConfigurationsTest extends SdkFixture {
    @Test
    void bucketsHaveTags() {
        Tag tag = Tag.builder().key("team").value("räume").build();
        assertFails(404, "NoSuchTagSet", () -> s3.getBucketTagging(r -> r.bucket("bucket")));

        s3.putBucketTagging(r -> r.bucket("bucket").tagging(t -> t.tagSet(tag)));
        assertThat(s3.getBucketTagging(r -> r.bucket("bucket")).tagSet()).containsExactly(tag);
        s3.deleteBucketTagging(r -> r.bucket("bucket"));
        s3.deleteBucketTagging(r -> r.bucket("bucket"));

        assertFails(404, "NoSuchTagSet", () -> s3.getBucketTagging(r -> r.bucket("bucket")));
        assertFails(
                404,
                "NoSuchBucket",
                () -> s3.putBucketTagging(r -> r.bucket("none").tagging(t -> t.tagSet(tag))));
    }

    @Test
    void bucketsMayBeCreatedWithTags() {
        Tag tag = Tag.builder().key("team").value("a").build();
        s3.createBucket(r -> r.bucket("born-tagged").createBucketConfiguration(c -> c.tags(tag)));

        assertThat(s3.getBucketTagging(r -> r.bucket("born-tagged")).tagSet()).containsExactly(tag);
        Tag reserved = Tag.builder().key("aws:x").value("").build();
        assertFails(
                400,
                "InvalidTag",
                () ->
                        s3.createBucket(
                                r ->
                                        r.bucket("wrong-tag")
                                                .createBucketConfiguration(c -> c.tags(reserved))));
        assertFails(404, "", () -> s3.headBucket(r -> r.bucket("wrong-tag")));
    }

    @Test
    void bucketsSayWhichOriginsMayUseThem() {
        CORSRule rule =
                CORSRule.builder()
                        .id("pages")
                        .allowedMethods("GET", "PUT")
                        .allowedOrigins("https://*.example.org")
                        .allowedHeaders("*")
                        .exposeHeaders("ETag")
                        .maxAgeSeconds(60)
                        .build();
        assertFails(
                404, "NoSuchCORSConfiguration", () -> s3.getBucketCors(r -> r.bucket("bucket")));

        s3.putBucketCors(r -> r.bucket("bucket").corsConfiguration(c -> c.corsRules(rule)));
        assertThat(s3.getBucketCors(r -> r.bucket("bucket")).corsRules()).containsExactly(rule);
        s3.deleteBucketCors(r -> r.bucket("bucket"));

        assertFails(
                404, "NoSuchCORSConfiguration", () -> s3.getBucketCors(r -> r.bucket("bucket")));
    }

    @Test
    void bucketsHaveALifecycle() {
        List<LifecycleRule> rules =
                List.of(
                        LifecycleRule.builder()
                                .id("logs")
                                .status(ExpirationStatus.ENABLED)
                                .filter(
                                        f ->
                                                f.and(
                                                        a ->
                                                                a.prefix("logs/")
                                                                        .objectSizeGreaterThan(5L)
                                                                        .tags(
                                                                                Tag.builder()
                                                                                        .key("k")
                                                                                        .value("v")
                                                                                        .build())))
                                .expiration(e -> e.days(30))
                                .noncurrentVersionExpiration(
                                        n -> n.noncurrentDays(7).newerNoncurrentVersions(3))
                                .build(),
                        LifecycleRule.builder()
                                .id("uploads")
                                .status(ExpirationStatus.DISABLED)
                                .filter(f -> f.prefix("u/"))
                                .abortIncompleteMultipartUpload(a -> a.daysAfterInitiation(1))
                                .build());
        assertFails(
                404,
                "NoSuchLifecycleConfiguration",
                () -> s3.getBucketLifecycleConfiguration(r -> r.bucket("bucket")));

        s3.putBucketLifecycleConfiguration(
                r -> r.bucket("bucket").lifecycleConfiguration(c -> c.rules(rules)));
        assertThat(s3.getBucketLifecycleConfiguration(r -> r.bucket("bucket")).rules())
                .isEqualTo(rules);
        s3.deleteBucketLifecycle(r -> r.bucket("bucket"));

        assertFails(
                404,
                "NoSuchLifecycleConfiguration",
                () -> s3.getBucketLifecycleConfiguration(r -> r.bucket("bucket")));
    }

    @Test
    void ownershipIsTheBucketOwnersUnlessItIsChosenOtherwise() {
        s3.createBucket(r -> r.bucket("owned"));
        assertThat(ownership("owned")).isEqualTo(ObjectOwnership.BUCKET_OWNER_ENFORCED);
        s3.createBucket(r -> r.bucket("written").objectOwnership(ObjectOwnership.OBJECT_WRITER));
        assertThat(ownership("written")).isEqualTo(ObjectOwnership.OBJECT_WRITER);

        s3.putBucketOwnershipControls(
                r ->
                        r.bucket("owned")
                                .ownershipControls(
                                        o ->
                                                o.rules(
                                                        OwnershipControlsRule.builder()
                                                                .objectOwnership(
                                                                        ObjectOwnership
                                                                                .BUCKET_OWNER_PREFERRED)
                                                                .build())));
        assertThat(ownership("owned")).isEqualTo(ObjectOwnership.BUCKET_OWNER_PREFERRED);
        s3.deleteBucketOwnershipControls(r -> r.bucket("owned"));
        assertFails(404, "OwnershipControlsNotFoundError", () -> ownership("owned"));
    }

    @Test
    void theOneAccessControlListIsTheOwners() {
        s3.putObject(r -> r.bucket("bucket").key("k"), RequestBody.fromString("x"));
        s3.putBucketAcl(r -> r.bucket("bucket").acl(BucketCannedACL.PRIVATE));
        s3.putObjectAcl(
                r -> r.bucket("bucket").key("k").acl(ObjectCannedACL.BUCKET_OWNER_FULL_CONTROL));
        s3.putObject(
                r -> r.bucket("bucket").key("k").acl(ObjectCannedACL.PRIVATE),
                RequestBody.fromString("x"));
        var bucket = s3.getBucketAcl(r -> r.bucket("bucket"));
        var object = s3.getObjectAcl(r -> r.bucket("bucket").key("k"));

        assertThat(bucket.grants()).hasSize(1);
        assertThat(bucket.grants().getFirst().permission()).isEqualTo(Permission.FULL_CONTROL);
        assertThat(bucket.grants().getFirst().grantee().id()).isEqualTo(bucket.owner().id());
        assertThat(object.grants()).isEqualTo(bucket.grants());
        s3.putObjectAcl(
                r ->
                        r.bucket("bucket")
                                .key("k")
                                .accessControlPolicy(
                                        p -> p.owner(object.owner()).grants(object.grants())));
        s3.putBucketAcl(
                r -> r.bucket("bucket").grantFullControl("id=\"" + bucket.owner().id() + "\""));
        s3.deleteObject(r -> r.bucket("bucket").key("k"));
        assertFails(404, "NoSuchKey", () -> s3.getObjectAcl(r -> r.bucket("bucket").key("k")));
    }

    @Test
    void nothingIsGrantedToOthers() {
        assertFails(
                400,
                "AccessControlListNotSupported",
                () -> s3.putBucketAcl(r -> r.bucket("bucket").acl(BucketCannedACL.PUBLIC_READ)));
        s3.putObject(r -> r.bucket("bucket").key("k"), RequestBody.fromString("x"));
        assertFails(
                400,
                "AccessControlListNotSupported",
                () ->
                        s3.putObjectAcl(
                                r -> r.bucket("bucket").key("k").acl(ObjectCannedACL.PUBLIC_READ)));
        assertFails(
                400,
                "AccessControlListNotSupported",
                () -> s3.putBucketAcl(r -> r.bucket("bucket").grantRead("id=\"somebody\"")));
        assertFails(
                400,
                "AccessControlListNotSupported",
                () ->
                        s3.putObject(
                                r -> r.bucket("bucket").key("k").acl(ObjectCannedACL.PUBLIC_READ),
                                RequestBody.fromString("x")));
        assertFails(
                400,
                "InvalidBucketAclWithObjectOwnership",
                () -> s3.createBucket(r -> r.bucket("open").acl(BucketCannedACL.PUBLIC_READ)));
        assertFails(404, "", () -> s3.headBucket(r -> r.bucket("open")));
    }

    @Test
    void whatComesLaterIsNotImplemented() {
        assertFails(
                501,
                "NotImplemented",
                () ->
                        s3.putBucketAccelerateConfiguration(
                                r ->
                                        r.bucket("bucket")
                                                .accelerateConfiguration(
                                                        a -> a.status("Enabled"))));
        assertFails(
                501,
                "NotImplemented",
                () ->
                        s3.putBucketRequestPayment(
                                r ->
                                        r.bucket("bucket")
                                                .requestPaymentConfiguration(
                                                        p -> p.payer(Payer.REQUESTER))));
    }

    @Test
    void whatWasNeverSetIsReadAsThat() {
        assertFails(404, "NoSuchBucketPolicy", () -> s3.getBucketPolicy(r -> r.bucket("bucket")));
        assertFails(
                404, "NoSuchBucketPolicy", () -> s3.getBucketPolicyStatus(r -> r.bucket("bucket")));
        assertFails(
                404,
                "NoSuchPublicAccessBlockConfiguration",
                () -> s3.getPublicAccessBlock(r -> r.bucket("bucket")));
        assertThat(s3.getBucketLogging(r -> r.bucket("bucket")).loggingEnabled()).isNull();
        assertThat(
                        s3.getBucketNotificationConfiguration(r -> r.bucket("bucket"))
                                .queueConfigurations())
                .isEmpty();
        assertThat(s3.getBucketRequestPayment(r -> r.bucket("bucket")).payer())
                .isEqualTo(Payer.BUCKET_OWNER);
        assertThat(
                        s3.listBucketInventoryConfigurations(r -> r.bucket("bucket"))
                                .inventoryConfigurationList())
                .isEmpty();
        s3.deleteBucketPolicy(r -> r.bucket("bucket"));
    }

    @Test
    void documentsGoWithTheirBucketAndSilenceIsSaid() {
        Tag tag = Tag.builder().key("k").value("v").build();
        gateway.rows().beSilent(true);
        try {
            assertFails(
                    503, "ServiceUnavailable", () -> s3.getBucketTagging(r -> r.bucket("bucket")));
            assertFails(
                    503,
                    "ServiceUnavailable",
                    () -> s3.putBucketTagging(r -> r.bucket("bucket").tagging(t -> t.tagSet(tag))));
        } finally {
            gateway.rows().beSilent(false);
        }
    }

    private ObjectOwnership ownership(String bucket) {
        return s3.getBucketOwnershipControls(r -> r.bucket(bucket))
                .ownershipControls()
                .rules()
                .getFirst()
                .objectOwnership();
    }
}
