package io.giza.gateway.s3.multipart;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.MultipartUploadFixture;
import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumType;
import software.amazon.awssdk.services.s3.model.CompletedPart;

import java.io.IOException;

/** What is wrong with an upload in parts is told in S3's words, which people search for. */
class UploadFaultsTest extends MultipartFixture {
    /** Checksums that no part here has. */
    private static final String OTHER_CRC32 = "AAAAAA==";

    private static final String OTHER_SHA1 = "Kq5sNclPz7QV2+lfQIuc6R7oRu0=";

    private Response ask(Ask ask) throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            return http.send(ask);
        }
    }

    private void refused(Ask ask, int status, String code, String message) throws IOException {
        Response response = ask(ask);
        assertThat(response.element("Code")).isEqualTo(code);
        assertThat(response.element("Message").replace("&gt;", ">")).isEqualTo(message);
        assertThat(response.status()).isEqualTo(status);
    }

    private static String part(MultipartUploadFixture sent, int index, String more) {
        CompletedPart part = sent.parts().get(index);
        return part(Integer.toString(part.partNumber()), part.eTag().replace("\"", ""), more);
    }

    private static String part(String number, String etag, String more) {
        return "<Part><PartNumber>%s</PartNumber><ETag>%s</ETag>%s</Part>"
                .formatted(number, etag, more);
    }

    private static String crc32(MultipartUploadFixture sent) {
        return "<ChecksumCRC32>" + sent.parts().getFirst().checksumCRC32() + "</ChecksumCRC32>";
    }

    private static Ask completion(String key, MultipartUploadFixture sent, String... parts) {
        return new Ask("POST", "/bucket/" + key + "?uploadId=" + sent.id())
                .body(
                        "<CompleteMultipartUpload>"
                                + String.join("", parts)
                                + "</CompleteMultipartUpload>");
    }

    private MultipartUploadFixture of(String key, ChecksumAlgorithm algorithm, ChecksumType type) {
        MultipartUploadFixture sent =
                upload(key, r -> r.checksumAlgorithm(algorithm).checksumType(type));
        sent.useChecksum(algorithm);
        sent.part(1, 10);
        return sent;
    }

    @Test
    void aPartThatIsNotThereIsInvalid() throws IOException {
        MultipartUploadFixture sent = upload("invalid", r -> {});
        sent.part(1, 10);
        String text =
                "One or more of the specified parts could not be found.  The part may not have"
                        + " been uploaded, or the specified entity tag may not match the part's"
                        + " entity tag.";
        String none = part("1", "none", "");
        refused(completion("invalid", sent, none), 400, "InvalidPart", text);
        String etag = sent.parts().getFirst().eTag().replace("\"", "");
        refused(completion("invalid", sent, part("5", etag, "")), 400, "InvalidPart", text);
    }

    @Test
    void partsAreInOrderAndLargeEnough() throws IOException {
        MultipartUploadFixture sent = upload("order", r -> {});
        sent.part(1, 10);
        sent.part(2, 10);
        String first = part(sent, 0, "");
        String second = part(sent, 1, "");
        refused(
                completion("order", sent, second, first),
                400,
                "InvalidPartOrder",
                "The list of parts was not in ascending order. Parts must be ordered by part"
                        + " number.");
        refused(
                completion("order", sent, first, second),
                400,
                "EntityTooSmall",
                "Your proposed upload is smaller than the minimum allowed size");
    }

    @ParameterizedTest
    @CsvSource({
        "-4, InvalidArgument, PartNumber must be >= 1",
        "0, InvalidArgument, PartNumber must be >= 1",
        "10001, InvalidArgument, 'Part number must be an integer between 1 and 10000, inclusive.'",
        "x, MalformedXML, The XML you provided was not well-formed or did not validate against our"
                + " published schema."
    })
    void numbersOfPartsAreChecked(String number, String code, String message) throws IOException {
        MultipartUploadFixture sent = upload("numbers", r -> {});
        refused(completion("numbers", sent, part(number, "etag", "")), 400, code, message);
    }

    @Test
    void aCompositeChecksumNeedsThatOfEachPart() throws IOException {
        MultipartUploadFixture sent =
                of("composite", ChecksumAlgorithm.CRC32, ChecksumType.COMPOSITE);
        refused(
                completion("composite", sent, part(sent, 0, "")),
                400,
                "InvalidRequest",
                "The upload was created using a crc32 checksum. The complete request must include"
                        + " the checksum for each part. It was missing for part 1 in the request.");
        refused(
                new Ask("PUT", "/bucket/composite?partNumber=2&uploadId=" + sent.id()).body("text"),
                400,
                "InvalidRequest",
                "Checksum Type mismatch occurred, expected checksum Type: CRC32, actual checksum"
                        + " Type: null");
        assertThat(ask(completion("composite", sent, part(sent, 0, crc32(sent)))).status())
                .isEqualTo(200);
    }

    @Test
    void aChecksumOfTheWholeObjectNeedsNone() throws IOException {
        MultipartUploadFixture sent = of("full", ChecksumAlgorithm.CRC32, ChecksumType.FULL_OBJECT);
        Response put =
                ask(
                        new Ask("PUT", "/bucket/full?partNumber=1&uploadId=" + sent.id())
                                .body("123456789"));
        assertThat(put.headers()).containsEntry("x-amz-checksum-crc32", "y/Q5Jg==");
        String etag = put.headers().getOrDefault("etag", "").replace("\"", "");
        Response completed = ask(completion("full", sent, part("1", etag, "")));
        assertThat(completed.element("ChecksumCRC32")).isEqualTo("y/Q5Jg==");
        assertThat(completed.element("ChecksumType")).isEqualTo("FULL_OBJECT");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<ChecksumCRC32>nonsense</ChecksumCRC32>",
                "<ChecksumCRC32>AAAA</ChecksumCRC32>",
                "<ChecksumCRC32>AAAAAA==</ChecksumCRC32>"
                        + "<ChecksumSHA1>Kq5sNclPz7QV2+lfQIuc6R7oRu0=</ChecksumSHA1>"
            })
    void aChecksumOfAPartIsOneAndHasItsForm(String checksums) throws IOException {
        MultipartUploadFixture sent = of("form", ChecksumAlgorithm.CRC32, ChecksumType.COMPOSITE);
        Response response = ask(completion("form", sent, part(sent, 0, checksums)));
        assertThat(response.element("Code")).isEqualTo("InvalidArgument");
        assertThat(response.element("Message"))
                .isEqualTo("Invalid Base64 or multiple checksums present in request");
        assertThat(response.element("ArgumentName")).isEqualTo("Checksum");
        assertThat(response.element("ArgumentValue")).startsWith("CRC32:").endsWith(";");
    }

    @Test
    void aWrongChecksumOfAPartIsAnotherPart() throws IOException {
        MultipartUploadFixture sent =
                of("wrong-part", ChecksumAlgorithm.CRC32, ChecksumType.FULL_OBJECT);
        String crc32 = "<ChecksumCRC32>" + OTHER_CRC32 + "</ChecksumCRC32>";
        assertThat(ask(completion("wrong-part", sent, part(sent, 0, crc32))).element("Code"))
                .isEqualTo("InvalidPart");
        String sha1 = "<ChecksumSHA1>" + OTHER_SHA1 + "</ChecksumSHA1>";
        refused(
                completion("wrong-part", sent, part(sent, 0, sha1)),
                400,
                "BadDigest",
                "The sha1 you specified for part 1 did not match what we received.");
    }

    @ParameterizedTest
    @CsvSource({
        "x-amz-checksum-type, FULL_OBJECT, InvalidRequest, The upload was created using the"
                + " COMPOSITE checksum mode. The complete request must use the same checksum mode.",
        "x-amz-checksum-crc32, nonsense, InvalidRequest,"
                + " Value for x-amz-checksum-crc32 header is invalid.",
        "x-amz-checksum-crc32, AAAAAA==-a, InvalidRequest,"
                + " Value for x-amz-checksum-crc32 header is invalid.",
        "x-amz-checksum-crc32, AAAAAA==-1, BadDigest,"
                + " The CRC32 you specified did not match the calculated checksum.",
        "x-amz-checksum-crc32, AAAAAA==, BadDigest,"
                + " The CRC32 you specified did not match the calculated checksum.",
        "x-amz-checksum-sha1, Kq5sNclPz7QV2+lfQIuc6R7oRu0=, InvalidRequest, 'Checksum Type mismatch"
                + " occurred, expected checksum Type: CRC32, actual checksum Type: SHA1'",
        "x-amz-mp-object-size, -1, InvalidRequest,"
                + " Value for x-amz-mp-object-size header is less than zero: '-1'",
        "x-amz-mp-object-size, x, InvalidRequest,"
                + " Value for x-amz-mp-object-size header is invalid: 'x'",
        "x-amz-mp-object-size, 11, InvalidRequest, The provided 'x-amz-mp-object-size' header value"
                + " 11 does not match what was computed: 10"
    })
    void whatIsSaidOfTheObjectMustBeSo(String header, String value, String code, String message)
            throws IOException {
        MultipartUploadFixture sent = of("said", ChecksumAlgorithm.CRC32, ChecksumType.COMPOSITE);
        refused(
                completion("said", sent, part(sent, 0, crc32(sent))).header(header, value),
                400,
                code,
                message);
        refused(
                completion("said", sent, part(sent, 0, crc32(sent)))
                        .header("x-amz-checksum-crc32", OTHER_CRC32)
                        .header("x-amz-checksum-sha1", OTHER_SHA1),
                400,
                "InvalidRequest",
                "Expecting a single x-amz-checksum- header. Multiple checksum Types are not"
                        + " allowed.");
    }

    @Test
    void aChecksumOfAnObjectWithoutAnAlgorithmIsPassedOver() throws IOException {
        MultipartUploadFixture sent = upload("passed-over", r -> {});
        sent.part(1, 10);
        Ask ask = completion("passed-over", sent, part(sent, 0, ""));
        Response completed = ask(ask.header("x-amz-checksum-sha1", OTHER_SHA1));
        assertThat(completed.status()).isEqualTo(200);
        assertThat(completed.body()).doesNotContain("SHA1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "DELETE", "POST", "GET", "PART", "SOURCE", "ATTRIBUTES"})
    void theBucketIsLookedForFirst(String what) throws IOException {
        String target = "/no-bucket/key?uploadId=nonsense";
        Ask ask =
                switch (what) {
                    case "PUT" -> new Ask("PUT", target + "&partNumber=1").body("x");
                    case "PART" -> new Ask("GET", "/no-bucket/key?partNumber=0");
                    case "SOURCE" ->
                            new Ask("PUT", target + "&partNumber=1")
                                    .header("x-amz-copy-source", "nothing");
                    case "ATTRIBUTES" -> new Ask("GET", "/no-bucket/key?attributes");
                    default -> new Ask(what, target);
                };
        assertThat(ask(ask).element("Code")).isEqualTo("NoSuchBucket");
    }

    @Test
    void thenWhatTheRequestItselfHasWrongIsTold() throws IOException {
        refused(
                new Ask("GET", "/bucket/none?attributes"),
                400,
                "InvalidRequest",
                "The x-amz-object-attributes header specifying the attributes to be retrieved is"
                        + " either missing or empty");
        refused(
                new Ask("GET", "/bucket/none?partNumber=-3"),
                400,
                "InvalidArgument",
                "Part number must be an integer between 1 and 10000, inclusive.");
        refused(
                new Ask("PUT", "/bucket/none?partNumber=1&uploadId=nonsense").body("x"),
                404,
                "NoSuchUpload",
                "The specified multipart upload does not exist. The upload ID may be invalid, or the"
                        + " upload may have been aborted or completed.");
    }

    @Test
    void theLocationOfAnObjectIsWhereItsClientFindsIt() throws IOException {
        MultipartUploadFixture sent = upload("a b/c", r -> {});
        sent.part(1, 10);
        Ask completion = completion("a%20b/c", sent, part(sent, 0, ""));
        Response completed = ask(completion);
        assertThat(completed.element("Location"))
                .isEqualTo("http://127.0.0.1:" + gateway.port() + "/bucket/a%20b/c");
        Response proxied = ask(completion.header("X-Forwarded-Proto", "https"));
        assertThat(proxied.element("Location"))
                .isEqualTo("https://127.0.0.1:" + gateway.port() + "/bucket/a%20b/c");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=200-100", "byte=1-2", "bytes=1-", "bytes=aa-1", "bytes=-2-3"})
    void aRangeOfACopyHasItsForm(String range) throws IOException {
        ask(new Ask("PUT", "/bucket/source").body("0123456789"));
        MultipartUploadFixture sent = upload("range", r -> {});
        refused(
                new Ask("PUT", "/bucket/range?partNumber=1&uploadId=" + sent.id())
                        .header("x-amz-copy-source", "bucket/source")
                        .header("x-amz-copy-source-range", range),
                400,
                "InvalidArgument",
                "The x-amz-copy-source-range value must be of the form bytes=first-last where"
                        + " first and last are the zero-based offsets of the first and last bytes"
                        + " to copy");
    }
}
