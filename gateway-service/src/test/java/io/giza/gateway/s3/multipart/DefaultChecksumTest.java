package io.giza.gateway.s3.multipart;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.MultipartUploadFixture;
import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;

import org.junit.jupiter.api.Test;

import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.ChecksumType;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

import java.io.IOException;

/** What no client gives a checksum gets S3's usual one, of the whole object. */
class DefaultChecksumTest extends MultipartFixture {
    /** The check value of the catalogue of CRCs. */
    private static final String OF_DIGITS = "rosUhgp5mIg=";

    private Response ask(Ask ask) throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            return http.send(ask);
        }
    }

    private HeadObjectResponse head(String key) {
        return s3.headObject(r -> r.bucket("bucket").key(key).checksumMode(ChecksumMode.ENABLED));
    }

    private void assertDefault(String key) {
        assertThat(head(key).checksumCRC64NVME()).isEqualTo(OF_DIGITS);
        assertThat(head(key).checksumType()).isEqualTo(ChecksumType.FULL_OBJECT);
    }

    @Test
    void aPutWithoutAChecksumGetsTheUsualOne() throws IOException {
        Response put = ask(new Ask("PUT", "/bucket/put").body("123456789"));
        assertThat(put.headers()).containsEntry("x-amz-checksum-crc64nvme", OF_DIGITS);
        assertThat(put.headers()).containsEntry("x-amz-checksum-type", "FULL_OBJECT");
        assertDefault("put");
    }

    @Test
    void theETagOfAPutIsTheMd5OfItsBody() throws IOException {
        Response put = ask(new Ask("PUT", "/bucket/put").body("123456789"));
        String md5 = "\"25f9e794323b453885f5181f1b624d0b\"";
        assertThat(put.headers()).containsEntry("etag", md5);
        assertThat(head("put").eTag()).isEqualTo(md5);
    }

    @Test
    void aPutWithAChecksumHasThatOneAlone() throws IOException {
        Response put =
                ask(
                        new Ask("PUT", "/bucket/own")
                                .header("x-amz-checksum-crc32", "y/Q5Jg==")
                                .body("123456789"));
        assertThat(put.headers()).doesNotContainKey("x-amz-checksum-crc64nvme");
        assertThat(head("own").checksumCRC64NVME()).isNull();
        assertThat(head("own").checksumCRC32()).isEqualTo("y/Q5Jg==");
    }

    @Test
    void anUploadWithoutAnAlgorithmGetsTheUsualChecksum() throws IOException {
        MultipartUploadFixture sent = upload("parts", r -> {});
        String part = "/bucket/parts?partNumber=1&uploadId=" + sent.id();
        Response first = ask(new Ask("PUT", part).body("123456789"));
        // It is for the object, and not of the part.
        assertThat(first.headers()).doesNotContainKey("x-amz-checksum-crc64nvme");
        // Some clients send a checksum of their own choice with each part.
        Response again =
                ask(
                        new Ask("PUT", part)
                                .header("x-amz-checksum-crc32", "y/Q5Jg==")
                                .body("123456789"));
        assertThat(again.headers())
                .containsEntry("x-amz-checksum-crc32", "y/Q5Jg==")
                .doesNotContainKey("x-amz-checksum-crc64nvme");
        String etag = again.headers().getOrDefault("etag", "");
        Response completed =
                ask(
                        new Ask("POST", "/bucket/parts?uploadId=" + sent.id())
                                .header("x-amz-checksum-crc64nvme", "AAAAAAAAAAA=")
                                .body(
                                        "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber>"
                                                + "<ETag>"
                                                + etag.replace("\"", "")
                                                + "</ETag></Part></CompleteMultipartUpload>"));
        assertThat(completed.element("ChecksumCRC64NVME")).isEqualTo(OF_DIGITS);
        assertThat(completed.element("ChecksumType")).isEqualTo("FULL_OBJECT");
        assertDefault("parts");
        var part1 =
                s3.headObject(
                        r ->
                                r.bucket("bucket")
                                        .key("parts")
                                        .partNumber(1)
                                        .checksumMode(ChecksumMode.ENABLED));
        assertThat(part1.checksumCRC64NVME()).isNull();
    }

    @Test
    void aChecksumThatAClientSendsBesideTheUsualOneIsVerified() throws IOException {
        MultipartUploadFixture sent = upload("verified", r -> {});
        Response refused =
                ask(
                        new Ask("PUT", "/bucket/verified?partNumber=1&uploadId=" + sent.id())
                                .header("x-amz-checksum-crc32", "AAAAAA==")
                                .body("123456789"));
        assertThat(refused.element("Code")).isEqualTo("BadDigest");
    }

    @Test
    void theUsualChecksumOfManyPartsIsThatOfTheWhole() throws IOException {
        MultipartUploadFixture sent = upload("many", r -> {});
        byte[] first = sent.part(1, 5 * MIB);
        byte[] second = sent.part(2, 12_345);
        sent.complete();
        ask(new Ask("PUT", "/bucket/whole").body(joined(first, second)));
        assertThat(head("many").checksumCRC64NVME())
                .isNotNull()
                .isEqualTo(head("whole").checksumCRC64NVME());
    }

    @Test
    void copiesGetItWhereTheirSourceHasNoOther() throws IOException {
        ask(new Ask("PUT", "/bucket/source").body("123456789"));
        var copied =
                s3.copyObject(
                        r ->
                                r.sourceBucket("bucket")
                                        .sourceKey("source")
                                        .destinationBucket("bucket")
                                        .destinationKey("copy"));
        assertThat(copied.copyObjectResult().checksumCRC64NVME()).isEqualTo(OF_DIGITS);
        assertDefault("copy");
        MultipartUploadFixture sent = upload("copied-part", r -> {});
        sent.copy(1, "source", null);
        sent.complete();
        assertDefault("copied-part");
        MultipartUploadFixture other =
                upload("other", r -> r.checksumAlgorithm(ChecksumAlgorithm.SHA256));
        other.copy(1, "source", null);
        assertFails(400, "InvalidRequest", other::complete);
    }
}
