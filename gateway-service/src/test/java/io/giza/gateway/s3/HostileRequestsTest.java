package io.giza.gateway.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.s3.request.PercentCoding;
import io.giza.gateway.service.ObjectService.Failure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/** Requests that are wrong on purpose: the exact error, nothing stored, the connection usable. */
class HostileRequestsTest extends RawHttpFixture {

    @Test
    void wrongSignatureIsRefused() throws IOException {
        refused(put("x").keys("gateway-test", "another-secret"), 403, "SignatureDoesNotMatch");
    }

    @Test
    void unknownAccessKeyIsRefused() throws IOException {
        refused(put("x").keys("gizaadmin", "gizaadmin"), 403, "InvalidAccessKeyId");
        refused(put("x").keys("nobody", "known-to-tests"), 403, "InvalidAccessKeyId");
    }

    @Test
    void anonymousRequestIsRefused() throws IOException {
        http.write("GET /bucket?list-type=2 HTTP/1.1\r\nHost: h\r\n\r\n");
        assertThat(http.read(false).element("Code")).isEqualTo("AccessDenied");
    }

    @ParameterizedTest
    @ValueSource(ints = {-16, 16})
    void clockThatIsOffByMoreThanFifteenMinutesIsRefused(int minutes) throws IOException {
        Instant then = Instant.now().plus(Duration.ofMinutes(minutes));
        refused(put("x").at(then), 403, "RequestTimeTooSkewed");
    }

    @Test
    void headerThatIsAddedAfterSigningIsRefused() throws IOException {
        Response response = refused(put("x").afterwards("x-amz-meta-a", "b"), 403, "AccessDenied");
        assertThat(response.element("HeadersNotSigned")).isEqualTo("x-amz-meta-a");
    }

    @ParameterizedTest
    @CsvSource({
        "Content-MD5, AAAAAAAAAAAAAAAAAAAAAA==, BadDigest",
        "Content-MD5, nonsense, InvalidDigest",
        "x-amz-checksum-crc32, AAAAAA==, BadDigest",
        "x-amz-checksum-crc64nvme, AAAAAAAAAAA=, BadDigest",
        "x-amz-checksum-sha256, AAAA, InvalidRequest",
        "x-amz-checksum-md5, AAAA, InvalidRequest",
        "x-amz-checksum-sha3, AAAA, InvalidRequest",
        "x-amz-trailer, x-amz-checksum-crc32, InvalidRequest",
        "x-amz-sdk-checksum-algorithm, CRC32, InvalidRequest",
        "x-amz-server-side-encryption, aws:kms:dsse, NotImplemented",
        "x-amz-copy-source, /bucket/not-there, NoSuchKey",
        "x-amz-copy-source, bucket, InvalidArgument",
        "x-amz-copy-source, /bucket/key?torrent, InvalidArgument",
        "x-amz-copy-source, /../key, InvalidArgument",
        "x-amz-copy-source, /bucket/%zz, InvalidArgument",
        "x-amz-copy-source-if-match, etag, NotImplemented",
        "x-amz-metadata-directive, REPLACE, NotImplemented",
        "x-amz-acl, public-read, AccessControlListNotSupported",
        "x-amz-acl, nonsense, InvalidArgument",
        "x-amz-grant-read, id=\"somebody\", AccessControlListNotSupported",
        "x-amz-grant-read, nonsense, InvalidArgument",
        "x-amz-expected-bucket-owner, 123456789012, AccessDenied",
        "If-None-Match, W/etag, NotImplemented",
        "If-Modified-Since, 'Wed, 21 Oct 2015 07:28:00 GMT', NotImplemented",
        "Content-Encoding, aws-chunked, InvalidRequest"
    })
    void wrongOrUnknownHeaderIsRefused(String name, String value, String code) throws IOException {
        Response response = http.send(put("content").header(name, value));
        assertThat(response.element("Code")).isEqualTo(code);
        stillUsable();
    }

    @Test
    void keyOf1025BytesIsRefusedAndOneOf1024IsNot() throws IOException {
        refused(new Ask("PUT", "/bucket/" + "k".repeat(1025)), 400, "KeyTooLongError");
        String longest = "/bucket/" + "%C3%A4".repeat(512);
        assertThat(http.send(new Ask("PUT", longest)).status()).isEqualTo(200);
        assertThat(http.send(new Ask("DELETE", longest)).status()).isEqualTo(204);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/bucket/../../etc/passwd",
                "/bucket/..",
                "/bucket/.",
                "/bucket//",
                "/bucket/a;jsessionid=1/b",
                "/bucket/%2e%2E/%2F",
                "/bucket/a%5Cb\\c",
                "/bucket/a%00b",
                "/bucket/_giza/health",
                "/bucket/+%20+"
            })
    void pathIsTheKeyAndNothingElse(String path) throws IOException {
        String key = PercentCoding.decodePath(path.substring(8));
        assertThat(http.send(new Ask("PUT", path).body("b")).status()).isEqualTo(200);
        assertThat(gateway.objects().keys("bucket")).containsExactly(key);
        assertThat(http.send(new Ask("GET", path)).body()).isEqualTo("b");
        assertThat(http.send(new Ask("DELETE", path)).status()).isEqualTo(204);
    }

    @ParameterizedTest
    @CsvSource({
        "/bucket/%, InvalidURI",
        "/bucket/%zz, InvalidURI",
        "/bucket/%ff, InvalidURI",
        "/.., InvalidBucketName",
        "/Bucket/k, InvalidBucketName",
        "//k, InvalidBucketName",
        "/s3, InvalidBucketName",
        "/_gizab/k, InvalidBucketName",
        "/192.168.0.1/k, InvalidBucketName"
    })
    void pathThatNamesNothingIsRefused(String path, String code) throws IOException {
        refusedUnsigned("PUT " + path, 400, code);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/_giza/../s3", "/_giza/..;/s3", "/_giza/%2e%2e/s3", "/_giza/s3"})
    void innerPathIsOutOfReach(String path) throws IOException {
        http.write("GET " + path + " HTTP/1.1\r\nHost: h\r\n\r\n");
        assertThat(http.read(false).status()).isIn(400, 404);
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /, 405, MethodNotAllowed",
        "PUT, /bucket?replication, 501, NotImplemented",
        "PUT, /bucket?policy, 400, MalformedPolicy",
        "GET, /bucket?list-type=2&unheard-of, 501, NotImplemented",
        "GET, /bucket?list-type=3, 400, InvalidArgument",
        "GET, /bucket?list-type=2&max-keys=-1, 400, InvalidArgument",
        "GET, /bucket?list-type=2&continuation-token=x, 400, InvalidArgument",
        "GET, /bucket?encoding-type=x, 400, InvalidArgument",
        "GET, /nobucket?list-type=2, 404, NoSuchBucket",
        "GET, /nobucket/k, 404, NoSuchBucket",
        "GET, /bucket/k, 404, NoSuchKey",
        "GET, /bucket/k?uploadId=1, 404, NoSuchUpload",
        "GET, /bucket/k?uploadId=1&policy, 501, NotImplemented",
        "POST, /bucket/k?uploads&unheard-of, 501, NotImplemented",
        "GET, /bucket/k?torrent, 501, NotImplemented",
        "GET, /bucket/k?attributes, 400, InvalidRequest",
        "GET, /bucket/k?partNumber=0, 400, InvalidArgument",
        "POST, /bucket/k, 405, MethodNotAllowed",
        "POST, /bucket?what, 501, NotImplemented",
        "PATCH, /bucket/k, 405, MethodNotAllowed"
    })
    void whatIsNotThereIsSaid(String method, String target, int status, String code)
            throws IOException {
        refused(new Ask(method, target), status, code);
    }

    @Test
    void errorOfHeadHasNoBody() throws IOException {
        Response response = http.send(new Ask("HEAD", "/bucket/none"));
        assertThat(response.status()).isEqualTo(404);
        assertThat(response.headers()).containsKeys("x-amz-request-id", "x-amz-id-2");
        stillUsable();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<Delete><Object><Key>k</Key></Object>",
                "<Remove/>",
                "<Delete/>",
                "<Delete><Object><Key/></Object></Delete>",
                "",
                "<!DOCTYPE d [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>"
                        + "<Delete><Object><Key>&b;</Key></Object></Delete>",
                "<!DOCTYPE d SYSTEM \"file:///etc/passwd\"><Delete/>"
            })
    void badXmlIsRefused(String document) throws IOException {
        refused(post(document), 400, "MalformedXML");
    }

    @Test
    void deleteObjectsNeedsAChecksumAndABound() throws IOException {
        refused(new Ask("POST", "/bucket?delete").body("<Delete/>"), 400, "InvalidRequest");
        String thousandAndOne = "<Object><Key>k</Key></Object>".repeat(1001);
        refused(post("<Delete>" + thousandAndOne + "</Delete>"), 400, "MalformedXML");
    }

    @Test
    void metadataIsBounded() throws IOException {
        refused(put("x").header("x-amz-meta-a", "b".repeat(2048)), 400, "MetadataTooLarge");
    }

    @Test
    void unavailabilityAsksForARetry() throws IOException {
        gateway.objects().failNextWith(new Failure.Unavailable("dc2 and dc3 are silent"));
        Response response = refused(put("x"), 503, "ServiceUnavailable");
        assertThat(response.headers()).containsEntry("retry-after", "1");
        assertThat(response.body()).doesNotContain("dc2");
        gateway.objects().failNextWith(new Failure.OutcomeUnknown("dc2 is silent"));
        assertThat(refused(put("x"), 503, "ServiceUnavailable").element("Message"))
                .contains("outcome is unknown");
    }

    @Test
    void retriesOfOneInvocationAreOneOperation() throws IOException {
        var first = operationOf(attempt("one", 1));
        assertThat(operationOf(attempt("one", 2))).isEqualTo(first);
        assertThat(operationOf(attempt("two", 2))).isNotEqualTo(first);
        assertThat(operationOf(attempt("one", 2).header("If-None-Match", "*"))).isNotEqualTo(first);
        assertThat(operationOf(attempt("one", 2).body("y"))).isNotEqualTo(first);
    }

    private static Ask attempt(String id, int number) {
        return put("x").header("amz-sdk-invocation-id", id)
                .header("amz-sdk-request", "attempt=" + number + "; max=3");
    }

    private Object operationOf(Ask ask) throws IOException {
        gateway.objects().failNextWith(new Failure.PreconditionFailed());
        http.send(ask);
        return gateway.objects().lastOperation();
    }

    @Test
    void healthAndMetricsLiveBesideS3() throws IOException {
        stillUsable();
        assertThat(spring("/_giza/health")).contains("UP");
        assertThat(spring("/_giza/prometheus"))
                .contains("giza_s3_requests_seconds_count{operation=\"ListBuckets\"");
    }
}
