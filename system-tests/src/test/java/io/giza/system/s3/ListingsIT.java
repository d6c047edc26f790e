package io.giza.system.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.RunningCluster;
import io.giza.system.cluster.TestObject;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Object;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** What one gateway wrote or deleted, the very next listing through another one shows. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ListingsIT {
    private static final String BUCKET = "listings";

    private RunningCluster cluster;

    @BeforeAll
    void start(@TempDir Path folder) {
        cluster = RunningCluster.start(options(folder));
        cluster.createBucket(BUCKET);
    }

    /** Returns how the cluster is started. */
    StandaloneOptions options(Path folder) {
        return StandaloneOptions.in(folder);
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    @Test
    void everyWriteIsInTheNextListingOfEveryOtherGateway() {
        List<String> written = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            TestObject object = new TestObject("fresh/%02d".formatted(i), i % 2 == 0 ? 10 : 20_000);
            object.putThrough(cluster.s3(i), BUCKET);
            written.add(object.key());

            assertThat(keys(list(cluster.s3(i + 1), r -> r.prefix("fresh/"))))
                    .containsExactlyElementsOf(written);
        }
    }

    @Test
    void everyDeletionIsInTheNextListingOfEveryOtherGateway() {
        List<String> left = new ArrayList<>(putAll("going/", 12));
        for (int i = 0; i < 12; i++) {
            String key = left.removeFirst();
            cluster.s3(i).deleteObject(r -> r.bucket(BUCKET).key(key));

            assertThat(keys(list(cluster.s3(i + 1), r -> r.prefix("going/"))))
                    .containsExactlyElementsOf(left);
        }
    }

    @Test
    void pagesTakenThroughDifferentGatewaysAreTogetherTheWholeListing() {
        List<String> written = putAll("paged/", 23);
        List<String> seen = new ArrayList<>();
        String token = null;
        int pages = 0;
        do {
            String from = token;
            ListObjectsV2Response page =
                    list(
                            cluster.s3(pages++),
                            r -> r.prefix("paged/").maxKeys(5).continuationToken(from));
            assertThat(page.keyCount()).isLessThanOrEqualTo(5);
            seen.addAll(keys(page));
            token = page.nextContinuationToken();
            assertThat(page.isTruncated()).isEqualTo(token != null);
        } while (token != null);

        assertThat(seen).containsExactlyElementsOf(written);
        assertThat(pages).isEqualTo(5);
    }

    @Test
    void thePaginatorOfTheSdkSeesEachKeyAndEachGroupOnce() {
        putAll("tree/a/", 4);
        putAll("tree/b/", 4);
        putAll("tree/c", 3);

        var pages =
                cluster.s3("dc3")
                        .listObjectsV2Paginator(
                                r -> r.bucket(BUCKET).prefix("tree/").delimiter("/").maxKeys(2));

        assertThat(pages.stream().flatMap(page -> page.commonPrefixes().stream()))
                .extracting(CommonPrefix::prefix)
                .containsExactly("tree/a/", "tree/b/");
        assertThat(pages.contents()).extracting(S3Object::key).hasSize(3);
    }

    @Test
    void listingsStartAfterAKeyAndTellSizesAndTags() {
        putAll("after/", 6);

        ListObjectsV2Response page =
                list(cluster.s3("dc2"), r -> r.prefix("after/").startAfter("after/0003"));

        assertThat(keys(page)).containsExactly("after/0004", "after/0005");
        assertThat(page.contents()).allSatisfy(object -> assertThat(object.size()).isEqualTo(10));
        assertThat(page.contents().getFirst().eTag())
                .isEqualTo(
                        cluster.s3("dc1")
                                .headObject(r -> r.bucket(BUCKET).key("after/0004"))
                                .eTag());
    }

    @Test
    void manyKeysAreDeletedInOneRequestAndAbsentOnesCountAsDeleted() {
        List<String> keys = new ArrayList<>(putAll("many/", 40));
        keys.add("many/never-there");

        var reply =
                cluster.s3("dc2")
                        .deleteObjects(
                                r -> r.bucket(BUCKET).delete(d -> d.objects(identifiers(keys))));

        assertThat(reply.hasErrors()).isFalse();
        assertThat(reply.deleted()).hasSize(41);
        for (String dc : cluster.names()) {
            assertThat(keys(list(cluster.s3(dc), r -> r.prefix("many/")))).isEmpty();
        }
    }

    @Test
    void withADataCenterDownManyKeysAreDeletedAndTheListingIsWhole() {
        List<String> keys = putAll("down/", 10);

        cluster.whileDown(
                "dc1",
                () -> {
                    cluster.s3("dc3")
                            .deleteObjects(
                                    r ->
                                            r.bucket(BUCKET)
                                                    .delete(
                                                            d ->
                                                                    d.objects(
                                                                            identifiers(
                                                                                    keys.subList(
                                                                                            0,
                                                                                            7)))));
                    assertThat(keys(list(cluster.s3("dc2"), r -> r.prefix("down/"))))
                            .containsExactlyElementsOf(keys.subList(7, 10));
                });

        assertThat(keys(list(cluster.s3("dc1"), r -> r.prefix("down/"))))
                .containsExactlyElementsOf(keys.subList(7, 10));
    }

    private List<String> putAll(String prefix, int count) {
        List<TestObject> objects =
                IntStream.range(0, count)
                        .mapToObj(i -> new TestObject(prefix + "%04d".formatted(i), 10))
                        .toList();
        for (int i = 0; i < count; i++) {
            objects.get(i).putThrough(cluster.s3(i), BUCKET);
        }
        return objects.stream().map(TestObject::key).toList();
    }

    private static List<ObjectIdentifier> identifiers(List<String> keys) {
        return keys.stream().map(key -> ObjectIdentifier.builder().key(key).build()).toList();
    }

    private static ListObjectsV2Response list(
            S3Client s3, Consumer<ListObjectsV2Request.Builder> more) {
        return s3.listObjectsV2(r -> more.accept(r.bucket(BUCKET)));
    }

    private static List<String> keys(ListObjectsV2Response page) {
        return page.contents().stream().map(S3Object::key).toList();
    }
}
