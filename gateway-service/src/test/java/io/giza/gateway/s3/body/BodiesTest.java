package io.giza.gateway.s3.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.gateway.s3.auth.PayloadMode;
import io.giza.gateway.s3.auth.SigV4Test;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.service.ObjectBody.Digests;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Framing and digests, with the chunked uploads that AWS publishes. */
class BodiesTest {
    private static final PayloadMode UNSIGNED_TRAILER =
            new PayloadMode.Chunked(Optional.empty(), true);

    private static String publishedBody(String... signatures) {
        return "10000;chunk-signature="
                + signatures[0]
                + "\r\n"
                + "a".repeat(65_536)
                + "\r\n400;chunk-signature="
                + signatures[1]
                + "\r\n"
                + "a".repeat(1024)
                + "\r\n0;chunk-signature="
                + signatures[2]
                + "\r\n";
    }

    private static final String SIGNED =
            publishedBody(
                            "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648",
                            "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497",
                            "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9")
                    + "\r\n";

    private static final String SIGNED_TRAILER =
            publishedBody(
                            "b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2",
                            "1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7",
                            "2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992")
                    + "x-amz-checksum-crc32c:sOO8/Q==\r\n"
                    + "x-amz-trailer-signature:"
                    + "d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435\r\n\r\n";

    @Test
    void publishedSignedChunksAreAccepted() throws IOException {
        Digests digests = read(SIGNED, SigV4Test.publishedChunked(false), decoded(66_560));
        assertThat(digests.checksums()).isEmpty();
    }

    @Test
    void publishedSignedTrailerIsAccepted() throws IOException {
        Digests digests =
                read(SIGNED_TRAILER, SigV4Test.publishedChunked(true), withTrailer(66_560));
        assertThat(digests.checksums()).containsExactly(Map.entry("crc32c", "sOO8/Q=="));
    }

    @ParameterizedTest
    @CsvSource({"aaaaaa,aaaaab", "ad80c,ad80d", "0055,0056", "b6c6,b6c7"})
    void changedSignedChunkIsRefused(String from, String to) {
        String changed = SIGNED.replaceFirst(from, to);
        assertRefused(
                S3Error.SIGNATURE_DOES_NOT_MATCH,
                () -> read(changed, SigV4Test.publishedChunked(false), decoded(66_560)));
    }

    @ParameterizedTest
    @CsvSource({
        "sOO8,sOO9,SIGNATURE_DOES_NOT_MATCH",
        "d81f,d81e,SIGNATURE_DOES_NOT_MATCH",
        "x-amz-trailer-signature,x-other,INCOMPLETE_BODY"
    })
    void changedSignedTrailerIsRefused(String from, String to, S3Error error) {
        String changed = SIGNED_TRAILER.replaceFirst(from, to);
        assertRefused(
                error, () -> read(changed, SigV4Test.publishedChunked(true), withTrailer(66_560)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9\n123456789\r\n0\r\nx-amz-checksum-crc64nvme:rosUhgp5mIg=\r\n\r\n",
                "9\r\n123456789\n0\r\nx-amz-checksum-crc64nvme:rosUhgp5mIg=\r\n\r\n",
                "9\r\n123456789\r\n0\r\nx-amz-checksum-crc64nvme:rosUhgp5mIg=\r\n",
                "9\r\n123456789\r\n0\r\n",
                "9\r\n123456789"
            })
    void framingThatIsCutOffIsRefused(String body) {
        Map<String, String> headers = decoded(9);
        headers.put("x-amz-trailer", "x-amz-checksum-crc64nvme");
        assertRefused(S3Error.INCOMPLETE_BODY, () -> read(body, UNSIGNED_TRAILER, headers));
    }

    @Test
    void checksumOfAnotherAlgorithmThanAnnouncedIsRefused() {
        Map<String, String> headers = decoded(9);
        headers.put("x-amz-sdk-checksum-algorithm", "SHA1");
        headers.put("x-amz-trailer", "x-amz-checksum-crc64nvme");
        String body = "9\r\n123456789\r\n0\r\nx-amz-checksum-crc64nvme:rosUhgp5mIg=\r\n\r\n";
        assertRefused(S3Error.INVALID_REQUEST, () -> read(body, UNSIGNED_TRAILER, headers));
    }

    @Test
    void unsignedTrailerIsVerified() throws IOException {
        String body = "9\r\n123456789\r\n0\r\nx-amz-checksum-crc64nvme:rosUhgp5mIg=\r\n\r\n";
        Map<String, String> headers = decoded(9);
        headers.put("x-amz-trailer", "x-amz-checksum-crc64nvme");
        assertThat(read(body, UNSIGNED_TRAILER, headers).checksums())
                .containsExactly(Map.entry("crc64nvme", "rosUhgp5mIg="));
        assertRefused(
                S3Error.BAD_DIGEST,
                () -> read(body.replace("12345", "12346"), UNSIGNED_TRAILER, headers));
        assertRefused(
                S3Error.MALFORMED_TRAILER,
                () -> read("9\r\n123456789\r\n0\r\n\r\n", UNSIGNED_TRAILER, headers));
        assertRefused(S3Error.MALFORMED_TRAILER, () -> read(body, UNSIGNED_TRAILER, decoded(9)));
    }

    @ParameterizedTest
    @CsvSource({
        "'5\r\nhel', 5",
        "'5\r\nhello', 5",
        "'5\r\nhelloX\r\n0\r\n\r\n', 5",
        "'5\r\nhello\r\n0\r\n\r\n', 6",
        "'5\r\nhello\r\n0\r\n\r\n', 4",
        "'-5\r\nhello\r\n0\r\n\r\n', 5",
        "'ffffffffffffffffff\r\nhello\r\n', 5",
        "'5;chunk-signature=short\r\nhello\r\n0\r\n\r\n', 5"
    })
    void brokenFramingIsRefused(String body, int length) {
        assertRefused(S3Error.INCOMPLETE_BODY, () -> read(body, UNSIGNED_TRAILER, decoded(length)));
    }

    @Test
    void linesAndTrailersAreBounded() {
        String endless = "5;" + "x".repeat(100_000);
        assertRefused(S3Error.INCOMPLETE_BODY, () -> read(endless, UNSIGNED_TRAILER, decoded(5)));
        StringBuilder many = new StringBuilder("5\r\nhello\r\n0\r\n");
        for (int i = 0; i < 100; i++) {
            many.append("h").append(i).append(":v\r\n");
        }
        assertRefused(
                S3Error.MALFORMED_TRAILER,
                () -> read(many.toString(), UNSIGNED_TRAILER, decoded(5)));
    }

    @Test
    void lengthIsRequired() {
        assertRefused(
                S3Error.MISSING_CONTENT_LENGTH,
                () -> read("x", new PayloadMode.Unsigned(), Map.of()));
        assertRefused(
                S3Error.MISSING_CONTENT_LENGTH,
                () -> read("x", UNSIGNED_TRAILER, Map.of("content-length", "1")));
    }

    @ParameterizedTest
    @CsvSource({
        "x-amz-checksum-crc32, y/Q5Jg==",
        "x-amz-checksum-crc32c, 4waSgw==",
        "x-amz-checksum-crc64nvme, rosUhgp5mIg=",
        "x-amz-checksum-md5, JfnnlDI7RTiF9RgfG2JNCw==",
        "x-amz-checksum-sha1, 98O8HYCOBHMq32eZZczDTKeuNEE=",
        "x-amz-checksum-sha256, FeKw08M4keuw8e9gnsQZQgwg4yDOlMZfvIwzEkSOsiU=",
        "x-amz-checksum-sha512,"
                + " 2eZ2LdHI6vbWGzxhkvxAjU1tXxF20MKRabwk5xw/J0rSf81YEbMT1oH35V7ALXPUmclUVba1u1A6z1dPuo/+hQ==",
        "x-amz-checksum-xxhash128, MxGUd+3l3NXpcWQnaB1YYA==",
        "x-amz-checksum-xxhash3, ctyxi2ehff8=",
        "x-amz-checksum-xxhash64, jLhB20DmroM=",
        "content-md5, JfnnlDI7RTiF9RgfG2JNCw=="
    })
    void digestsOfTheCheckStringAreKnown(String header, String value) throws IOException {
        Map<String, String> headers = new LinkedHashMap<>(Map.of("content-length", "9"));
        headers.put(header, value);
        Digests digests = read("123456789", new PayloadMode.Unsigned(), headers);
        assertThat(digests.md5Hex()).isEqualTo("25f9e794323b453885f5181f1b624d0b");
        assertThat(digests.checksums()).hasSize(header.startsWith("x-amz") ? 1 : 0);
        assertRefused(
                S3Error.BAD_DIGEST, () -> read("123456780", new PayloadMode.Unsigned(), headers));
    }

    @Test
    void crc64NvmeIsTheSameInOnePieceAndInMany() {
        Random random = new Random(7);
        byte[] content = new byte[10_007];
        random.nextBytes(content);
        Crc64Nvme bytewise = new Crc64Nvme();
        for (byte b : content) {
            bytewise.update(b);
        }
        Crc64Nvme pieces = new Crc64Nvme();
        int at = 0;
        while (at < content.length) {
            int length = Math.min(random.nextInt(100), content.length - at);
            pieces.update(content, at, length);
            at += length;
        }
        Crc64Nvme whole = new Crc64Nvme();
        whole.update(content, 0, content.length);
        assertThat(pieces.getValue()).isEqualTo(bytewise.getValue()).isEqualTo(whole.getValue());
        Crc64Nvme check = new Crc64Nvme();
        check.update("123456789".getBytes(StandardCharsets.US_ASCII));
        assertThat(check.getValue()).isEqualTo(0xAE8B14860A799888L);
    }

    @Test
    void awsChunkedIsNotStored() {
        assertThat(Bodies.storedContentEncoding("aws-chunked")).isEmpty();
        assertThat(Bodies.storedContentEncoding("gzip, AWS-chunked")).isEqualTo("gzip");
    }

    private static Map<String, String> decoded(int length) {
        return new LinkedHashMap<>(
                Map.of("x-amz-decoded-content-length", Integer.toString(length)));
    }

    private static Map<String, String> withTrailer(int length) {
        Map<String, String> headers = decoded(length);
        headers.put("x-amz-trailer", "x-amz-checksum-crc32c");
        return headers;
    }

    private static Digests read(String body, PayloadMode mode, Map<String, String> headers)
            throws IOException {
        Map<String, List<String>> lists = new LinkedHashMap<>();
        headers.forEach((name, value) -> lists.put(name, List.of(value)));
        VerifiedBody opened =
                Bodies.open(
                        Headers.of(lists),
                        mode,
                        new ByteArrayInputStream(body.getBytes(StandardCharsets.ISO_8859_1)),
                        1 << 20);
        byte[] buffer = new byte[1000];
        long total = 0;
        for (int n = opened.read(buffer, 0, 1000); n >= 0; n = opened.read(buffer, 0, 1000)) {
            opened.digest(buffer, 0, n);
            total += n;
        }
        assertThat(total).isEqualTo(opened.length());
        return opened.finish();
    }

    private interface Reading {
        Digests read() throws IOException;
    }

    private static void assertRefused(S3Error error, Reading reading) {
        assertThatThrownBy(reading::read)
                .isInstanceOfSatisfying(
                        S3Exception.class, e -> assertThat(e.error()).isEqualTo(error));
    }
}
