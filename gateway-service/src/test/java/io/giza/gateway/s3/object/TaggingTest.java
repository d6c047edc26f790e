package io.giza.gateway.s3.object;

import static io.giza.gateway.fake.SdkFailures.assertFails;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.fake.SdkClient;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.Tag;
import software.amazon.awssdk.services.s3.model.TaggingDirective;

import java.util.List;
import java.util.stream.IntStream;

/** Tags of objects, by an unmodified AWS SDK. */
class TaggingTest {
    private static final String BUCKET = "bucket";
    private static final String KEY = "k";

    private RunningGateway gateway;
    private S3Client s3;

    @BeforeEach
    void start() {
        gateway = new RunningGateway();
        s3 = SdkClient.to(gateway.port());
        s3.createBucket(r -> r.bucket(BUCKET));
    }

    @AfterEach
    void stop() {
        s3.close();
        gateway.close();
    }

    @Test
    void tagsOfAPutAreToldAndReplacedAndDeleted() {
        put("a=1&b=%2B%20x");
        assertThat(tags(null)).containsExactly(tag("a", "1"), tag("b", "+ x"));
        assertThat(s3.headObject(r -> r.bucket(BUCKET).key(KEY)).tagCount()).isEqualTo(2);
        assertThat(s3.getObjectAsBytes(r -> r.bucket(BUCKET).key(KEY)).response().tagCount())
                .isEqualTo(2);

        setTags(List.of(tag("c", "")));
        assertThat(tags(null)).containsExactly(tag("c", ""));
        s3.deleteObjectTagging(r -> r.bucket(BUCKET).key(KEY));
        assertThat(tags(null)).isEmpty();
        assertThat(s3.headObject(r -> r.bucket(BUCKET).key(KEY)).tagCount()).isNull();
    }

    @Test
    void eachVersionHasItsOwnTags() {
        s3.putBucketVersioning(
                r ->
                        r.bucket(BUCKET)
                                .versioningConfiguration(
                                        v -> v.status(BucketVersioningStatus.ENABLED)));
        String first = put("a=1");
        String second = put("");
        var tagged =
                s3.putObjectTagging(
                        r ->
                                r.bucket(BUCKET)
                                        .key(KEY)
                                        .versionId(first)
                                        .tagging(t -> t.tagSet(tag("b", "2"))));

        assertThat(tagged.versionId()).isEqualTo(first);
        assertThat(tags(first)).containsExactly(tag("b", "2"));
        assertThat(tags(second)).isEmpty();
        String marker = s3.deleteObject(r -> r.bucket(BUCKET).key(KEY)).versionId();
        assertFails(404, "NoSuchKey", () -> tags(null));
        assertFails(405, "MethodNotAllowed", () -> tags(marker));
        assertFails(404, "NoSuchKey", () -> setTags(List.of()));
    }

    @Test
    void aCopyHasTheTagsOfItsSourceOrItsOwn() {
        put("a=1");
        s3.copyObject(
                r ->
                        r.sourceBucket(BUCKET)
                                .sourceKey(KEY)
                                .destinationBucket(BUCKET)
                                .destinationKey("copy"));
        assertThat(s3.getObjectTagging(r -> r.bucket(BUCKET).key("copy")).tagSet())
                .containsExactly(tag("a", "1"));
        s3.copyObject(
                r ->
                        r.sourceBucket(BUCKET)
                                .sourceKey(KEY)
                                .destinationBucket(BUCKET)
                                .destinationKey("copy")
                                .taggingDirective(TaggingDirective.REPLACE)
                                .tagging("z=26"));
        assertThat(s3.getObjectTagging(r -> r.bucket(BUCKET).key("copy")).tagSet())
                .containsExactly(tag("z", "26"));
    }

    @Test
    void whatS3RefusesIsRefused() {
        put("");
        assertFails(404, "NoSuchKey", () -> s3.getObjectTagging(r -> r.bucket(BUCKET).key("no")));
        assertFails(400, "InvalidTag", () -> setTags(List.of(tag("aws:x", "1"))));
        assertFails(400, "InvalidTag", () -> setTags(List.of(tag("a", "1"), tag("a", "2"))));
        assertFails(400, "InvalidTag", () -> setTags(List.of(tag("x".repeat(129), "1"))));
        assertFails(
                400,
                "BadRequest",
                () -> setTags(IntStream.range(0, 11).mapToObj(i -> tag("k" + i, "")).toList()));
        assertFails(400, "InvalidArgument", () -> put("a=1&a=2"));
        assertThat(tags(null)).isEmpty();
    }

    private @Nullable String put(String tags) {
        return s3.putObject(
                        r -> {
                            r.bucket(BUCKET).key(KEY);
                            if (!tags.isEmpty()) {
                                r.tagging(tags);
                            }
                        },
                        RequestBody.fromString("x"))
                .versionId();
    }

    private void setTags(List<Tag> tags) {
        s3.putObjectTagging(r -> r.bucket(BUCKET).key(KEY).tagging(t -> t.tagSet(tags)));
    }

    private List<Tag> tags(@Nullable String version) {
        return s3.getObjectTagging(r -> r.bucket(BUCKET).key(KEY).versionId(version)).tagSet();
    }

    private static Tag tag(String key, String value) {
        return Tag.builder().key(key).value(value).build();
    }
}
