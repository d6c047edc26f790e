package io.giza.gateway.s3.multipart;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.MultipartUploadFixture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.ChecksumType;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CompletedPart;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/** Uploads in parts by an unmodified SDK, through the production classes. */
class UploadTest extends MultipartFixture {
    @Test
    void anObjectOfPartsReadsAsItsPartsInARow() throws Exception {
        MultipartUploadFixture sent =
                upload("whole", r -> r.contentType("a/b").metadata(Map.of("colour", "green")));
        byte[] first = sent.part(1, 5 * MIB);
        byte[] second = sent.part(7, 5 * MIB + 1);
        byte[] third = sent.part(10_000, 100);
        CompleteMultipartUploadResponse completed = sent.complete();

        byte[] whole = joined(first, second, third);
        String etag =
                HexFormat.of().formatHex(md5(joined(md5(first), md5(second), md5(third)))) + "-3";
        assertThat(completed.eTag()).isEqualTo("\"" + etag + "\"");
        assertThat(completed.key()).isEqualTo("whole");
        var got = s3.getObjectAsBytes(r -> r.bucket("bucket").key("whole"));
        assertThat(got.asByteArray()).isEqualTo(whole);
        assertThat(got.response().eTag()).isEqualTo(completed.eTag());
        assertThat(got.response().contentType()).isEqualTo("a/b");
        assertThat(got.response().metadata()).containsEntry("colour", "green");
        assertThat(s3.headObject(r -> r.bucket("bucket").key("whole")).contentLength())
                .isEqualTo(whole.length);
        int edge = 5 * MIB;
        for (int[] range :
                List.of(
                        new int[] {0, 0},
                        new int[] {edge - 1, edge},
                        new int[] {edge, edge},
                        new int[] {edge - 2, 2 * edge + 50},
                        new int[] {whole.length - 1, whole.length - 1})) {
            var part =
                    s3.getObjectAsBytes(
                            r ->
                                    r.bucket("bucket")
                                            .key("whole")
                                            .range("bytes=" + range[0] + "-" + range[1]));
            assertThat(part.asByteArray())
                    .isEqualTo(Arrays.copyOfRange(whole, range[0], range[1] + 1));
        }
    }

    @Test
    void aSinglePartOfFewBytesIsAnObjectOfOnePart() {
        MultipartUploadFixture sent = upload("small", r -> {});
        byte[] only = sent.part(3, 10);
        assertThat(sent.complete().eTag()).endsWith("-1\"");
        assertThat(s3.getObjectAsBytes(r -> r.bucket("bucket").key("small")).asByteArray())
                .isEqualTo(only);
    }

    @Test
    void theLastPutOfAPartCounts() {
        MultipartUploadFixture sent = upload("again", r -> {});
        sent.part(1, 30);
        byte[] later = sent.part(1, 20);
        sent.complete();
        assertThat(s3.getObjectAsBytes(r -> r.bucket("bucket").key("again")).asByteArray())
                .isEqualTo(later);
    }

    @Test
    void completingAgainAnswersTheSame() {
        MultipartUploadFixture sent = upload("twice", r -> {});
        sent.part(1, 10);
        String etag = sent.complete().eTag();
        s3.putObject(r -> r.bucket("bucket").key("twice"), RequestBody.fromString("newer"));
        assertThat(sent.complete().eTag()).isEqualTo(etag);
        assertThat(s3.getObjectAsBytes(r -> r.bucket("bucket").key("twice")).asUtf8String())
                .isEqualTo("newer");
        assertFails(404, "NoSuchUpload", () -> sent.part(2, 10));
        assertFails(404, "NoSuchUpload", sent::abort);
    }

    @Test
    void afterCompletionOtherPartsOrConditionsAreNoSuchUpload() {
        MultipartUploadFixture sent = upload("other", r -> {});
        sent.part(1, 5 * MIB);
        sent.part(2, 10);
        List<CompletedPart> both = List.copyOf(sent.parts());
        sent.complete();
        assertFails(404, "NoSuchUpload", () -> sent.complete("*", null));
        assertFails(404, "NoSuchUpload", () -> sent.complete(null, "\"other\""));
        for (CompletedPart part : both) {
            sent.parts().clear();
            sent.parts().add(part);
            assertFails(404, "NoSuchUpload", sent::complete);
        }
        sent.parts().clear();
        sent.parts().add(CompletedPart.builder().partNumber(7).eTag("\"garbage\"").build());
        assertFails(404, "NoSuchUpload", sent::complete);

        MultipartUploadFixture fresh = upload("other-fresh", r -> {});
        fresh.part(1, 10);
        String etag = fresh.complete("*", null).eTag();
        assertThat(fresh.complete("*", null).eTag()).isEqualTo(etag);
        assertFails(404, "NoSuchUpload", fresh::complete);
    }

    @Test
    void anAbortedUploadIsNoMore() {
        MultipartUploadFixture sent = upload("aborted", r -> {});
        sent.part(1, 10);
        sent.abort();
        assertFails(404, "NoSuchUpload", () -> sent.part(2, 10));
        assertFails(404, "NoSuchUpload", sent::complete);
        assertFails(404, "NoSuchUpload", sent::abort);
        assertFails(404, "NoSuchKey", () -> s3.getObject(r -> r.bucket("bucket").key("aborted")));
    }

    @Test
    void wrongListsOfPartsAreRefusedAndTheUploadStaysOpen() {
        MultipartUploadFixture sent = upload("wrong", r -> {});
        sent.part(1, 10);
        sent.part(2, 10);
        List<CompletedPart> parts = List.copyOf(sent.parts());
        assertFails(400, "EntityTooSmall", sent::complete);
        sent.parts().clear();
        assertFails(400, "MalformedXML", sent::complete);
        sent.parts().addAll(parts.reversed());
        assertFails(400, "InvalidPartOrder", sent::complete);
        sent.parts().clear();
        sent.parts().add(CompletedPart.builder().partNumber(1).eTag("\"no\"").build());
        assertFails(400, "InvalidPart", sent::complete);
        sent.parts().clear();
        sent.parts().add(CompletedPart.builder().partNumber(3).eTag(parts.get(0).eTag()).build());
        assertFails(400, "InvalidPart", sent::complete);
        sent.parts().clear();
        sent.parts().add(CompletedPart.builder().partNumber(10_001).eTag("\"x\"").build());
        assertFails(400, "InvalidArgument", sent::complete);
        sent.parts().clear();
        sent.parts().add(parts.get(1));
        sent.complete();
    }

    @Test
    void conditionsOnTheObjectAreHonoured() {
        s3.putObject(r -> r.bucket("bucket").key("condition"), RequestBody.fromString("there"));
        MultipartUploadFixture sent = upload("condition", r -> {});
        sent.part(1, 10);
        assertFails(412, "PreconditionFailed", () -> sent.complete("*", null));
        assertFails(412, "PreconditionFailed", () -> sent.complete(null, "\"other\""));
        String etag = s3.headObject(r -> r.bucket("bucket").key("condition")).eTag();
        assertFails(412, "PreconditionFailed", () -> sent.complete("\"other\", " + etag, null));
        sent.complete(null, "\"other\", " + etag);
        MultipartUploadFixture fresh = upload("condition-fresh", r -> {});
        fresh.part(1, 10);
        assertFails(404, "NoSuchKey", () -> fresh.complete(null, etag));
        fresh.complete("*", null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nonsense", "0123456789abcdef0123456789abcdef"})
    void whatIsNoUploadIsSaid(String id) {
        assertFails(
                404,
                "NoSuchUpload",
                () ->
                        s3.uploadPart(
                                r -> r.bucket("bucket").key("k").uploadId(id).partNumber(1),
                                RequestBody.fromString("text")));
        assertFails(
                404,
                "NoSuchUpload",
                () -> s3.abortMultipartUpload(r -> r.bucket("bucket").key("k").uploadId(id)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 10_001})
    void partsAreNumberedFromOneToTenThousand(int number) {
        MultipartUploadFixture sent = upload("numbers", r -> {});
        assertFails(400, "InvalidArgument", () -> sent.part(number, 10));
    }

    @Test
    void anUploadBelongsToItsKeyAndItsBucket() {
        MultipartUploadFixture sent = upload("mine", r -> {});
        assertFails(
                404,
                "NoSuchUpload",
                () ->
                        s3.uploadPart(
                                r ->
                                        r.bucket("bucket")
                                                .key("other")
                                                .uploadId(sent.id())
                                                .partNumber(1),
                                RequestBody.fromString("text")));
        assertFails(
                404,
                "NoSuchBucket",
                () -> s3.createMultipartUpload(r -> r.bucket("no-bucket").key("k")));
    }

    @ParameterizedTest
    @CsvSource({
        "CRC32, COMPOSITE",
        "CRC32_C, COMPOSITE",
        "SHA1, COMPOSITE",
        "SHA256, COMPOSITE",
        "CRC32, FULL_OBJECT",
        "CRC32_C, FULL_OBJECT"
    })
    void theChecksumOfTheWholeIsMadeOfThoseOfTheParts(
            ChecksumAlgorithm algorithm, ChecksumType type) throws Exception {
        String key = algorithm + "-" + type;
        MultipartUploadFixture sent =
                upload(key, r -> r.checksumAlgorithm(algorithm).checksumType(type));
        sent.useChecksum(algorithm);
        byte[] first = sent.part(1, 5 * MIB);
        byte[] second = sent.part(2, 1000);
        sent.complete();

        byte[] value =
                type == ChecksumType.COMPOSITE
                        ? sum(algorithm, joined(sum(algorithm, first), sum(algorithm, second)))
                        : sum(algorithm, joined(first, second));
        String expected =
                Base64.getEncoder().encodeToString(value)
                        + (type == ChecksumType.COMPOSITE ? "-2" : "");
        var head =
                s3.headObject(r -> r.bucket("bucket").key(key).checksumMode(ChecksumMode.ENABLED));
        String reported =
                switch (algorithm) {
                    case CRC32 -> head.checksumCRC32();
                    case CRC32_C -> head.checksumCRC32C();
                    case SHA1 -> head.checksumSHA1();
                    default -> head.checksumSHA256();
                };
        assertThat(reported).isEqualTo(expected);
        assertThat(head.checksumType()).isEqualTo(type);
        var listed = s3.listObjectsV2(r -> r.bucket("bucket").prefix(key)).contents();
        assertThat(listed.getFirst().checksumType()).isEqualTo(type);
    }

    @Test
    void aChecksumOfAnotherKindThanTheUploadsIsRefused() {
        MultipartUploadFixture sent =
                upload("kind", r -> r.checksumAlgorithm(ChecksumAlgorithm.CRC32));
        sent.useChecksum(ChecksumAlgorithm.SHA256);
        assertFails(400, "InvalidRequest", () -> sent.part(1, 10));
        assertFails(
                400,
                "InvalidRequest",
                () ->
                        upload(
                                "kind",
                                r ->
                                        r.checksumAlgorithm(ChecksumAlgorithm.SHA256)
                                                .checksumType(ChecksumType.FULL_OBJECT)));
    }

    private static byte[] md5(byte[] content) throws Exception {
        return MessageDigest.getInstance("MD5").digest(content);
    }

    private static byte[] sum(ChecksumAlgorithm algorithm, byte[] content) throws Exception {
        return switch (algorithm) {
            case CRC32 -> crc(new CRC32(), content);
            case CRC32_C -> crc(new CRC32C(), content);
            case SHA1 -> MessageDigest.getInstance("SHA-1").digest(content);
            default -> MessageDigest.getInstance("SHA-256").digest(content);
        };
    }

    private static byte[] crc(Checksum crc, byte[] content) {
        crc.update(content, 0, content.length);
        return ByteBuffer.allocate(4).putInt((int) crc.getValue()).array();
    }
}
