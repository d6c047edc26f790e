package io.giza.gateway.s3.multipart;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.MultipartUploadFixture;

import org.junit.jupiter.api.Test;

import software.amazon.awssdk.awscore.AwsRequest;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.ChecksumType;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.ObjectAttributes;
import software.amazon.awssdk.services.s3.model.Part;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Parts of uploads and of objects, read, listed and copied by an unmodified SDK. */
class PartsTest extends MultipartFixture {
    private static final Map<String, String> COLOURED = Map.of("colour", "green");

    @Test
    void theDirectivesOfACopyMeanNothingToAnUpload() {
        s3.putObject(r -> r.bucket("bucket").key("whole"), RequestBody.fromString("text"));
        String id =
                s3.createMultipartUpload(
                                r -> directed(r.bucket("bucket").key("moved").metadata(COLOURED)))
                        .uploadId();
        String etag =
                s3.uploadPartCopy(
                                r ->
                                        directed(
                                                r.sourceBucket("bucket")
                                                        .sourceKey("whole")
                                                        .destinationBucket("bucket")
                                                        .destinationKey("moved")
                                                        .partNumber(1)
                                                        .uploadId(id)))
                        .copyPartResult()
                        .eTag();
        CompletedPart part = CompletedPart.builder().partNumber(1).eTag(etag).build();
        s3.completeMultipartUpload(
                r ->
                        r.bucket("bucket")
                                .key("moved")
                                .uploadId(id)
                                .multipartUpload(u -> u.parts(part)));
        var got = s3.getObjectAsBytes(r -> r.bucket("bucket").key("moved"));
        assertThat(got.asUtf8String()).isEqualTo("text");
        assertThat(got.response().metadata()).isEqualTo(COLOURED);
    }

    private static <B extends AwsRequest.Builder> void directed(B request) {
        request.overrideConfiguration(
                AwsRequestOverrideConfiguration.builder()
                        .putHeader("x-amz-metadata-directive", "REPLACE")
                        .putHeader("x-amz-tagging-directive", "REPLACE")
                        .build());
    }

    @Test
    void partsAreReadByTheirNumbersAndListedAsAttributes() {
        MultipartUploadFixture sent =
                upload("parts", r -> r.checksumAlgorithm(ChecksumAlgorithm.CRC32));
        sent.part(2, 5 * MIB);
        byte[] second = sent.part(5, 6);
        sent.complete();

        var got = s3.getObjectAsBytes(r -> r.bucket("bucket").key("parts").partNumber(5));
        assertThat(got.asByteArray()).isEqualTo(second);
        assertThat(got.response().partsCount()).isEqualTo(2);
        assertThat(got.response().contentRange())
                .isEqualTo("bytes " + 5 * MIB + "-" + (5 * MIB + 5) + "/" + (5 * MIB + 6));
        var head = s3.headObject(r -> r.bucket("bucket").key("parts").partNumber(2));
        assertThat(head.contentLength()).isEqualTo(5 * MIB);
        assertThat(head.partsCount()).isEqualTo(2);
        assertFails(
                416,
                "InvalidPartNumber",
                () -> s3.getObject(r -> r.bucket("bucket").key("parts").partNumber(1)));
        assertFails(
                400,
                "InvalidRequest",
                () ->
                        s3.getObject(
                                r ->
                                        r.bucket("bucket")
                                                .key("parts")
                                                .partNumber(2)
                                                .range("bytes=0-1")));
        var attributes =
                s3.getObjectAttributes(
                        r ->
                                r.bucket("bucket")
                                        .key("parts")
                                        .maxParts(1)
                                        .objectAttributes(ObjectAttributes.knownValues()));
        assertThat(attributes.objectSize()).isEqualTo(5 * MIB + 6);
        assertThat(attributes.eTag()).endsWith("-2").doesNotContain("\"");
        String reported =
                s3.headObject(
                                r ->
                                        r.bucket("bucket")
                                                .key("parts")
                                                .checksumMode(ChecksumMode.ENABLED))
                        .checksumCRC32();
        assertThat(reported).endsWith("-2");
        assertThat(attributes.checksum().checksumCRC32() + "-2").isEqualTo(reported);
        assertThat(attributes.checksum().checksumType()).isEqualTo(ChecksumType.COMPOSITE);
        assertThat(attributes.objectParts().totalPartsCount()).isEqualTo(2);
        assertThat(attributes.objectParts().isTruncated()).isTrue();
        assertThat(attributes.objectParts().nextPartNumberMarker()).isEqualTo(2);
        assertThat(attributes.objectParts().parts()).hasSize(1);
        assertThat(attributes.objectParts().parts().getFirst().size()).isEqualTo(5 * MIB);
    }

    @Test
    void anObjectThatWasPutAtOnceHasOnePart() {
        s3.putObject(r -> r.bucket("bucket").key("one"), RequestBody.fromString("text"));
        var got = s3.getObjectAsBytes(r -> r.bucket("bucket").key("one").partNumber(1));
        assertThat(got.asUtf8String()).isEqualTo("text");
        assertThat(got.response().partsCount()).isNull();
        assertFails(
                416,
                "InvalidPartNumber",
                () -> s3.getObject(r -> r.bucket("bucket").key("one").partNumber(2)));
        var attributes =
                s3.getObjectAttributes(
                        r ->
                                r.bucket("bucket")
                                        .key("one")
                                        .objectAttributes(
                                                ObjectAttributes.E_TAG,
                                                ObjectAttributes.OBJECT_PARTS));
        assertThat(attributes.objectParts()).isNull();
        assertThat(attributes.objectSize()).isNull();
        assertFails(
                400,
                "InvalidArgument",
                () ->
                        s3.getObjectAttributes(
                                r ->
                                        r.bucket("bucket")
                                                .key("one")
                                                .objectAttributesWithStrings("Colour")));
    }

    @Test
    void partsAreCopiedFromObjectsAndRangesOfThem() {
        byte[] source = new byte[6 * MIB];
        new Random(5).nextBytes(source);
        s3.putObject(r -> r.bucket("bucket").key("source"), RequestBody.fromBytes(source));
        MultipartUploadFixture sent =
                upload("pieces", r -> r.checksumAlgorithm(ChecksumAlgorithm.CRC32));
        sent.copy(1, "source", null);
        sent.copy(2, "source", "bytes=7-5242886");
        byte[] third = sent.part(3, 9);
        sent.complete();

        assertThat(s3.getObjectAsBytes(r -> r.bucket("bucket").key("pieces")).asByteArray())
                .isEqualTo(joined(source, Arrays.copyOfRange(source, 7, 5 * MIB + 7), third));
        MultipartUploadFixture refused = upload("refused", r -> {});
        assertFails(400, "InvalidArgument", () -> refused.copy(1, "source", "bytes=0-" + 6 * MIB));
        assertFails(400, "InvalidArgument", () -> refused.copy(1, "source", "bytes=0-"));
        assertFails(404, "NoSuchKey", () -> refused.copy(1, "not-there", null));
        refused.abort();
        assertFails(404, "NoSuchUpload", () -> refused.copy(1, "source", null));
    }

    @Test
    void partsAreListedPageByPage() {
        MultipartUploadFixture sent =
                upload("listed", r -> r.checksumAlgorithm(ChecksumAlgorithm.CRC32));
        for (int number : new int[] {3, 1, 20, 10_000}) {
            sent.part(number, number);
        }
        var first =
                s3.listParts(r -> r.bucket("bucket").key("listed").uploadId(sent.id()).maxParts(3));
        assertThat(first.parts().stream().map(Part::partNumber)).containsExactly(1, 3, 20);
        assertThat(first.parts().get(1).size()).isEqualTo(3);
        assertThat(first.parts().get(1).checksumCRC32()).isNotNull();
        assertThat(first.isTruncated()).isTrue();
        assertThat(first.nextPartNumberMarker()).isEqualTo(20);
        assertThat(first.checksumAlgorithmAsString()).isEqualTo("CRC32");
        assertThat(first.owner().id()).isEqualTo(first.initiator().id());
        var all = s3.listPartsPaginator(r -> r.bucket("bucket").key("listed").uploadId(sent.id()));
        assertThat(all.parts().stream().map(Part::partNumber)).containsExactly(1, 3, 20, 10_000);
        sent.abort();
        assertFails(
                404,
                "NoSuchUpload",
                () -> s3.listParts(r -> r.bucket("bucket").key("listed").uploadId(sent.id())));
    }

    @Test
    void uploadsAreListedByKeyAndGroup() {
        s3.createBucket(r -> r.bucket("uploads"));
        List<String> keys = List.of("a", "b/1", "b/2", "b/2", "b\u00fc", "c d", "e");
        Map<String, String> ids = new HashMap<>();
        for (String key : keys) {
            ids.put(s3.createMultipartUpload(r -> r.bucket("uploads").key(key)).uploadId(), key);
        }
        List<String> listed = new ArrayList<>();
        String key = null;
        String id = null;
        for (boolean more = true; more; ) {
            String keyMarker = key;
            String idMarker = id;
            var page =
                    s3.listMultipartUploads(
                            r ->
                                    r.bucket("uploads")
                                            .maxUploads(2)
                                            .encodingType("url")
                                            .keyMarker(keyMarker)
                                            .uploadIdMarker(idMarker));
            page.uploads().forEach(upload -> listed.add(ids.remove(upload.uploadId())));
            more = page.isTruncated();
            key = page.nextKeyMarker();
            id = page.nextUploadIdMarker();
        }
        assertThat(listed).isEqualTo(keys);
        assertThat(ids).isEmpty();

        var grouped =
                s3.listMultipartUploads(r -> r.bucket("uploads").delimiter("/").maxUploads(2));
        assertThat(grouped.uploads()).extracting(MultipartUpload::key).containsExactly("a");
        assertThat(grouped.commonPrefixes()).extracting(CommonPrefix::prefix).containsExactly("b/");
        assertThat(grouped.nextKeyMarker()).isEqualTo("b/");
        var rest = s3.listMultipartUploads(r -> r.bucket("uploads").delimiter("/").keyMarker("b/"));
        assertThat(rest.uploads())
                .extracting(MultipartUpload::key)
                .containsExactly("b\u00fc", "c d", "e");
        assertThat(rest.commonPrefixes()).isEmpty();
        assertThat(s3.listMultipartUploads(r -> r.bucket("uploads").prefix("b/2")).uploads())
                .hasSize(2);
        assertFails(
                400,
                "InvalidArgument",
                () ->
                        s3.listMultipartUploads(
                                r ->
                                        r.bucket("uploads")
                                                .keyMarker("a")
                                                .uploadIdMarker("nonsense")));
        // A bucket of unfinished uploads holds no object.
        s3.deleteBucket(r -> r.bucket("uploads"));
    }
}
