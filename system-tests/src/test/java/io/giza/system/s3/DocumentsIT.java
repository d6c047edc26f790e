package io.giza.system.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.Gateways;
import io.giza.system.cluster.RunningCluster;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketCannedACL;
import software.amazon.awssdk.services.s3.model.Event;
import software.amazon.awssdk.services.s3.model.ExpirationStatus;
import software.amazon.awssdk.services.s3.model.Grant;
import software.amazon.awssdk.services.s3.model.LifecycleRule;
import software.amazon.awssdk.services.s3.model.ObjectCannedACL;
import software.amazon.awssdk.services.s3.model.ObjectOwnership;
import software.amazon.awssdk.services.s3.model.OwnershipControlsRule;
import software.amazon.awssdk.services.s3.model.Permission;
import software.amazon.awssdk.services.s3.model.PublicAccessBlockConfiguration;
import software.amazon.awssdk.services.s3.model.QueueConfiguration;
import software.amazon.awssdk.services.s3.model.RoutingRule;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;
import software.amazon.awssdk.services.s3.model.ServerSideEncryptionRule;
import software.amazon.awssdk.services.s3.model.Tag;
import software.amazon.awssdk.services.s3.model.Type;

import java.nio.file.Path;
import java.time.Duration;

/** Documents that are kept with buckets, through all gateways of a cluster. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DocumentsIT {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String EVERYBODY = "http://acs.amazonaws.com/groups/global/AllUsers";
    private static final String PUBLIC =
            """
            {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":"*",
            "Action":"s3:GetObject","Resource":"arn:aws:s3:::open/*"}]}""";

    private RunningCluster cluster;

    @BeforeAll
    void start(@TempDir Path folder) {
        cluster = RunningCluster.start(StandaloneOptions.in(folder));
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    @Test
    void documentsAreSeenByEveryGatewayAndEndWithTheirBucket() {
        cluster.s3("dc1").createBucket(r -> r.bucket("documents"));
        for (int turn = 0; turn < 6; turn++) {
            String value = "turn " + turn;
            Tag tag = Tag.builder().key("k").value(value).build();
            cluster.s3(turn)
                    .putBucketTagging(r -> r.bucket("documents").tagging(t -> t.tagSet(tag)));
            for (String dc : cluster.names()) {
                assertThat(cluster.s3(dc).getBucketTagging(r -> r.bucket("documents")).tagSet())
                        .containsExactly(tag);
            }
        }
        cluster.s3("dc2").deleteBucketTagging(r -> r.bucket("documents"));
        cluster.names().forEach(dc -> assertNoTags(dc, "documents"));

        putTags("dc3", "documents");
        cluster.s3("dc1").deleteBucket(r -> r.bucket("documents"));
        cluster.s3("dc2").createBucket(r -> r.bucket("documents"));
        cluster.names().forEach(dc -> assertNoTags(dc, "documents"));
    }

    @Test
    void documentsAreKeptWithADataCenterDownAndOverARestart() {
        LifecycleRule rule =
                LifecycleRule.builder()
                        .id("old")
                        .status(ExpirationStatus.ENABLED)
                        .filter(f -> f.prefix("logs/"))
                        .expiration(e -> e.days(3))
                        .build();
        cluster.s3("dc1").createBucket(r -> r.bucket("kept"));

        cluster.whileDown(
                "dc2",
                () ->
                        cluster.s3("dc1")
                                .putBucketLifecycleConfiguration(
                                        r ->
                                                r.bucket("kept")
                                                        .lifecycleConfiguration(
                                                                c -> c.rules(rule))));
        cluster.restart();

        for (String dc : cluster.names()) {
            assertThat(
                            cluster.s3(dc)
                                    .getBucketLifecycleConfiguration(r -> r.bucket("kept"))
                                    .rules())
                    .containsExactly(rule);
        }
    }

    @Test
    void aPolicyOpensABucketUntilPublicAccessIsBlocked() {
        S3Client owner = bucketWithObject("open");
        owner.putBucketPolicy(r -> r.bucket("open").policy(PUBLIC));
        for (String dc : cluster.names()) {
            S3Client s3 = cluster.s3(dc);
            assertThat(s3.getBucketPolicy(r -> r.bucket("open")).policy()).isEqualTo(PUBLIC);
            assertThat(s3.getBucketPolicyStatus(r -> r.bucket("open")).policyStatus().isPublic())
                    .isTrue();
        }
        awaitRead("dc3", "open", true);

        PublicAccessBlockConfiguration block =
                PublicAccessBlockConfiguration.builder()
                        .blockPublicAcls(false)
                        .ignorePublicAcls(false)
                        .blockPublicPolicy(true)
                        .restrictPublicBuckets(true)
                        .build();
        S3Client other = cluster.s3("dc2");
        other.putPublicAccessBlock(r -> r.bucket("open").publicAccessBlockConfiguration(block));
        for (String dc : cluster.names()) {
            assertThat(
                            cluster.s3(dc)
                                    .getPublicAccessBlock(r -> r.bucket("open"))
                                    .publicAccessBlockConfiguration())
                    .isEqualTo(block);
        }
        awaitRead("dc3", "open", false);
        assertFails(
                "AccessDenied", () -> other.putBucketPolicy(r -> r.bucket("open").policy(PUBLIC)));

        other.deletePublicAccessBlock(r -> r.bucket("open"));
        owner.deleteBucketPolicy(r -> r.bucket("open"));
        for (String dc : cluster.names()) {
            S3Client s3 = cluster.s3(dc);
            assertFails("NoSuchBucketPolicy", () -> s3.getBucketPolicy(r -> r.bucket("open")));
            assertFails(
                    "NoSuchPublicAccessBlockConfiguration",
                    () -> s3.getPublicAccessBlock(r -> r.bucket("open")));
        }
    }

    @Test
    void listsGrantWhereOwnershipAllowsThemAndNotAnyMore() {
        S3Client owner = cluster.s3("dc1");
        owner.createBucket(r -> r.bucket("granted").objectOwnership(ObjectOwnership.OBJECT_WRITER));
        owner.putBucketAcl(r -> r.bucket("granted").acl(BucketCannedACL.PUBLIC_READ));
        owner.putObject(
                r -> r.bucket("granted").key("k").acl(ObjectCannedACL.PUBLIC_READ),
                RequestBody.fromString("text"));
        Grant everybody =
                Grant.builder()
                        .grantee(g -> g.type(Type.GROUP).uri(EVERYBODY))
                        .permission(Permission.READ)
                        .build();
        for (String dc : cluster.names()) {
            S3Client s3 = cluster.s3(dc);
            assertThat(s3.getBucketAcl(r -> r.bucket("granted")).grants())
                    .hasSize(2)
                    .contains(everybody);
            assertThat(s3.getObjectAcl(r -> r.bucket("granted").key("k")).grants())
                    .hasSize(2)
                    .contains(everybody);
        }
        awaitRead("dc2", "granted", true);
        cluster.s3("dc3")
                .putObjectAcl(r -> r.bucket("granted").key("k").acl(ObjectCannedACL.PRIVATE));
        awaitRead("dc2", "granted", false);

        owner.putBucketAcl(r -> r.bucket("granted").acl(BucketCannedACL.PRIVATE));
        OwnershipControlsRule enforced =
                OwnershipControlsRule.builder()
                        .objectOwnership(ObjectOwnership.BUCKET_OWNER_ENFORCED)
                        .build();
        owner.putBucketOwnershipControls(
                r -> r.bucket("granted").ownershipControls(o -> o.rules(enforced)));
        assertFails(
                "AccessControlListNotSupported",
                () ->
                        owner.putBucketAcl(
                                r -> r.bucket("granted").acl(BucketCannedACL.PUBLIC_READ)));
        assertThat(
                        cluster.s3("dc3")
                                .getBucketOwnershipControls(r -> r.bucket("granted"))
                                .ownershipControls()
                                .rules())
                .containsExactly(enforced);
    }

    @Test
    void aBucketEncryptsByDefaultAsEveryGatewayTells() {
        S3Client owner = bucketWithObject("sealed");
        ServerSideEncryptionRule rule =
                ServerSideEncryptionRule.builder()
                        .applyServerSideEncryptionByDefault(
                                d -> d.sseAlgorithm(ServerSideEncryption.AES256))
                        .build();
        owner.putBucketEncryption(
                r -> r.bucket("sealed").serverSideEncryptionConfiguration(c -> c.rules(rule)));
        owner.putObject(r -> r.bucket("sealed").key("later"), RequestBody.fromString("text"));
        for (String dc : cluster.names()) {
            S3Client s3 = cluster.s3(dc);
            assertThat(
                            s3.getBucketEncryption(r -> r.bucket("sealed"))
                                    .serverSideEncryptionConfiguration()
                                    .rules()
                                    .getFirst()
                                    .applyServerSideEncryptionByDefault()
                                    .sseAlgorithm())
                    .isEqualTo(ServerSideEncryption.AES256);
            assertThat(encryption(s3, "later")).isEqualTo(ServerSideEncryption.AES256);
            assertThat(encryption(s3, "k")).isNull();
        }
    }

    private static @Nullable ServerSideEncryption encryption(S3Client s3, String key) {
        var get = s3.getObjectAsBytes(r -> r.bucket("sealed").key(key));
        assertThat(get.asUtf8String()).isEqualTo("text");
        return get.response().serverSideEncryption();
    }

    @Test
    void aSiteIsToldByEveryGatewayAsItWasPut() {
        S3Client owner = bucketWithObject("site");
        RoutingRule rule =
                RoutingRule.builder()
                        .condition(c -> c.keyPrefixEquals("old/"))
                        .redirect(r -> r.replaceKeyPrefixWith("new/").httpRedirectCode("307"))
                        .build();
        owner.putBucketWebsite(
                r ->
                        r.bucket("site")
                                .websiteConfiguration(
                                        w ->
                                                w.indexDocument(i -> i.suffix("index.html"))
                                                        .errorDocument(e -> e.key("error.html"))
                                                        .routingRules(rule)));
        for (String dc : cluster.names()) {
            var site = cluster.s3(dc).getBucketWebsite(r -> r.bucket("site"));
            assertThat(site.indexDocument().suffix()).isEqualTo("index.html");
            assertThat(site.errorDocument().key()).isEqualTo("error.html");
            assertThat(site.routingRules()).containsExactly(rule);
        }
        cluster.s3("dc2").deleteBucketWebsite(r -> r.bucket("site"));
        assertFails(
                "NoSuchWebsiteConfiguration", () -> owner.getBucketWebsite(r -> r.bucket("site")));
    }

    @Test
    void eventsGoToNoWebhookThatIsNotThere() {
        S3Client owner = bucketWithObject("told");
        QueueConfiguration absent =
                QueueConfiguration.builder()
                        .queueArn("arn:giza:sqs::absent:webhook")
                        .events(Event.S3_OBJECT_CREATED)
                        .build();
        assertFails(
                "InvalidArgument",
                () ->
                        owner.putBucketNotificationConfiguration(
                                r ->
                                        r.bucket("told")
                                                .notificationConfiguration(
                                                        c -> c.queueConfigurations(absent))));
        owner.putBucketNotificationConfiguration(
                r -> r.bucket("told").notificationConfiguration(c -> {}));
        assertThat(
                        cluster.s3("dc2")
                                .getBucketNotificationConfiguration(r -> r.bucket("told"))
                                .queueConfigurations())
                .isEmpty();
    }

    private S3Client bucketWithObject(String bucket) {
        S3Client owner = cluster.s3("dc1");
        owner.createBucket(r -> r.bucket(bucket));
        owner.putObject(r -> r.bucket(bucket).key("k"), RequestBody.fromString("text"));
        return owner;
    }

    /** Gateways remember for seconds who may do what. */
    private void awaitRead(String dc, String bucket, boolean allowed) {
        try (S3Client stranger =
                Gateways.builder(cluster.status(dc).s3())
                        .credentialsProvider(AnonymousCredentialsProvider.create())
                        .httpClientBuilder(UrlConnectionHttpClient.builder())
                        .build()) {
            await().atMost(PATIENCE).until(() -> mayRead(stranger, bucket) == allowed);
        }
    }

    private static boolean mayRead(S3Client stranger, String bucket) {
        try {
            String text = stranger.getObjectAsBytes(r -> r.bucket(bucket).key("k")).asUtf8String();
            assertThat(text).isEqualTo("text");
            return true;
        } catch (S3Exception e) {
            assertThat(e.awsErrorDetails().errorCode()).isEqualTo("AccessDenied");
            return false;
        }
    }

    private static void assertFails(String code, ThrowingCallable call) {
        assertThatExceptionOfType(S3Exception.class)
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.awsErrorDetails().errorCode()).isEqualTo(code));
    }

    private void putTags(String dc, String bucket) {
        Tag tag = Tag.builder().key("k").value("v").build();
        cluster.s3(dc).putBucketTagging(r -> r.bucket(bucket).tagging(t -> t.tagSet(tag)));
    }

    private void assertNoTags(String dc, String bucket) {
        assertFails("NoSuchTagSet", () -> cluster.s3(dc).getBucketTagging(r -> r.bucket(bucket)));
    }
}
