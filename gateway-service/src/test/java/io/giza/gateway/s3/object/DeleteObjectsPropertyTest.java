package io.giza.gateway.s3.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RunningReplicatedGateway;
import io.giza.gateway.fake.SdkClient;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.DeletedObject;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * DeleteObjects with drawn documents: keys and versions that are repeated, named for another key,
 * or not there. A twin tells what S3 answers for each item, and what is left.
 */
class DeleteObjectsPropertyTest {
    private static final List<String> KEYS = List.of("a", "b", "c", "never");

    private static RunningReplicatedGateway gateway;
    private static S3Client s3;

    @BeforeAll
    static void start() {
        gateway = new RunningReplicatedGateway(5 << 20);
        s3 = SdkClient.to(gateway.port());
    }

    @AfterAll
    static void stop() {
        s3.close();
        gateway.close();
    }

    /** A version of a key, or a delete marker. */
    private record Version(String key, String id) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void eachItemIsAnsweredAndNothingElseIsDeleted(long seed) {
        Run run = new Run(new Random(seed), "bucket-" + seed);
        run.fill();
        for (int i = 0; i < 4; i++) {
            run.deleteSome();
        }
    }

    /** A bucket and its twin. */
    private static final class Run {
        private final Random random;
        private final String bucket;
        private final boolean isVersioned;

        /** Each version there is, and whether it is a delete marker. */
        private final Map<Version, Boolean> twin = new HashMap<>();

        Run(Random random, String bucket) {
            this.random = random;
            this.bucket = bucket;
            this.isVersioned = random.nextInt(3) > 0;
        }

        void fill() {
            s3.createBucket(r -> r.bucket(bucket));
            if (isVersioned) {
                s3.putBucketVersioning(
                        r ->
                                r.bucket(bucket)
                                        .versioningConfiguration(
                                                c -> c.status(BucketVersioningStatus.ENABLED)));
            }
            for (int i = 0; i < 8; i++) {
                String key = KEYS.get(random.nextInt(3));
                if (isVersioned && random.nextInt(4) == 0) {
                    var marker = s3.deleteObject(r -> r.bucket(bucket).key(key));
                    twin.put(new Version(key, marker.versionId()), true);
                } else {
                    var put =
                            s3.putObject(
                                    r -> r.bucket(bucket).key(key), RequestBody.fromString("text"));
                    twin.put(new Version(key, isVersioned ? put.versionId() : "null"), false);
                }
            }
        }

        void deleteSome() {
            List<ObjectIdentifier> items = new ArrayList<>();
            for (int i = 1 + random.nextInt(8); i > 0; i--) {
                items.add(
                        !items.isEmpty() && random.nextInt(3) == 0
                                ? items.get(random.nextInt(items.size()))
                                : item());
            }
            boolean quiet = random.nextInt(4) == 0;
            DeleteObjectsResponse answer =
                    s3.deleteObjects(
                            r -> r.bucket(bucket).delete(d -> d.objects(items).quiet(quiet)));
            assertThat(answer.errors()).isEmpty();
            if (quiet) {
                assertThat(answer.deleted()).isEmpty();
                follow(items);
            } else {
                check(items, answer.deleted());
            }
            assertThat(versions()).isEqualTo(twin.keySet());
        }

        private ObjectIdentifier item() {
            String key = KEYS.get(random.nextInt(KEYS.size()));
            List<Version> all = List.copyOf(twin.keySet());
            if (all.isEmpty() || random.nextBoolean()) {
                return ObjectIdentifier.builder().key(key).build();
            }
            Version version = all.get(random.nextInt(all.size()));
            boolean isOfOtherKey = random.nextInt(4) == 0;
            return ObjectIdentifier.builder()
                    .key(isOfOtherKey ? key : version.key())
                    .versionId(version.id())
                    .build();
        }

        private void check(List<ObjectIdentifier> items, List<DeletedObject> answers) {
            Map<String, String> markers = new HashMap<>();
            Map<Version, Boolean> before = Map.copyOf(twin);
            assertThat(answers).hasSameSizeAs(items);
            for (int i = 0; i < items.size(); i++) {
                ObjectIdentifier item = items.get(i);
                DeletedObject answer = answers.get(i);
                assertThat(answer.key()).isEqualTo(item.key());
                assertThat(answer.versionId()).isEqualTo(item.versionId());
                Version named = new Version(item.key(), item.versionId());
                boolean adds = isVersioned && item.versionId() == null;
                boolean isMarker = adds || before.getOrDefault(named, false);
                assertThat(Boolean.TRUE.equals(answer.deleteMarker())).isEqualTo(isMarker);
                if (adds) {
                    String id = answer.deleteMarkerVersionId();
                    assertThat(markers.computeIfAbsent(item.key(), _ -> id)).isEqualTo(id);
                    twin.put(new Version(item.key(), id), true);
                } else if (isMarker) {
                    assertThat(answer.deleteMarkerVersionId()).isEqualTo(item.versionId());
                }
            }
            remove(items);
        }

        /** Takes over the markers from a listing: a quiet answer does not name them. */
        private void follow(List<ObjectIdentifier> items) {
            Set<Version> added = versions();
            added.removeAll(twin.keySet());
            Set<String> marked = new HashSet<>();
            items.stream()
                    .filter(item -> isVersioned && item.versionId() == null)
                    .forEach(item -> marked.add(item.key()));
            assertThat(added).extracting(Version::key).containsExactlyInAnyOrderElementsOf(marked);
            added.forEach(version -> twin.put(version, true));
            remove(items);
        }

        private void remove(List<ObjectIdentifier> items) {
            for (ObjectIdentifier item : items) {
                if (item.versionId() != null) {
                    twin.remove(new Version(item.key(), item.versionId()));
                } else if (!isVersioned) {
                    twin.remove(new Version(item.key(), "null"));
                }
            }
        }

        private Set<Version> versions() {
            Set<Version> found = new HashSet<>();
            var page = s3.listObjectVersions(r -> r.bucket(bucket));
            page.versions().forEach(each -> found.add(new Version(each.key(), each.versionId())));
            page.deleteMarkers()
                    .forEach(each -> found.add(new Version(each.key(), each.versionId())));
            return found;
        }
    }
}
