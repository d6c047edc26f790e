package io.giza.gateway.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.PresignedUrl;
import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.s3.auth.TestSigner;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Signed requests around which somebody wraps other ones: headers said twice, lengths that lie. */
class FramingTest extends RawHttpFixture {
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3})");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host: other",
                "x-amz-date: 20200101T000000Z",
                "Authorization: AWS4-HMAC-SHA256 Credential=x",
                "X-AMZ-Content-SHA256: UNSIGNED-PAYLOAD",
                "x-amz-acl: public-read",
                "x-amz-acl : public-read",
                "x-amz-copy-source: /bucket/other",
                "a: b\u0000c",
                "a: b\rx-amz-acl: public-read",
                "Content-Length: 3",
                "Content-Length: 0\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: chunked",
                "Transfer-Encoding: xchunked",
                "Transfer-Encoding: \u000bchunked",
                "Transfer-Encoding: chunked, identity"
            })
    void aHeaderBesideTheSignedOnesStoresNothing(String lines) throws IOException {
        Map<String, String> signed = signedPut();
        signed.put("content-length", "5");

        assertThat(answersTo("PUT /bucket/key", signed, lines, "hello"))
                .isNotEmpty()
                .allMatch(FramingTest::isRefused);
    }

    @ParameterizedTest
    @ValueSource(strings = {"+5", "-5", "5,5", "0x5", "5 5", "99999999999999999999", "5;", ""})
    void aLengthThatIsNoNumberStoresNothing(String length) throws IOException {
        assertThat(answersTo("PUT /bucket/key", signedPut(), "Content-Length: " + length, "hello"))
                .isNotEmpty()
                .allMatch(FramingTest::isRefused);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TRACE /bucket HTTP/1.1",
                "CONNECT other:1 HTTP/1.1",
                "OPTIONS * HTTP/1.1",
                "GET http://other/bucket HTTP/1.1",
                "GET /bucket HTTP/3.0",
                "GET /bucket HTTP/1.1\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk"
            })
    void whatIsNoRequestOfS3IsRefused(String start) throws IOException {
        http.write(start + "\r\nHost: h\r\nConnection: close\r\n\r\n");
        assertThat(statuses(http.readToEnd())).isNotEmpty().allMatch(FramingTest::isRefused);
    }

    @Test
    void aRequestInTheBodyOfAnotherIsItsBody() throws IOException {
        String inner = "DELETE /bucket HTTP/1.1\r\nHost: h\r\n\r\n";
        Map<String, String> signed =
                TestSigner.sign(
                        "GET",
                        "/bucket",
                        Map.of("host", "h", "x-amz-content-sha256", "UNSIGNED-PAYLOAD"));
        signed.put("content-length", Integer.toString(inner.length()));

        assertThat(answersTo("GET /bucket", signed, "X: y", inner)).hasSize(1);
    }

    @Test
    void theHostMustBeSigned() throws IOException {
        Map<String, String> signed =
                TestSigner.sign(
                        "GET", "/bucket", Map.of("x-amz-content-sha256", "UNSIGNED-PAYLOAD"));

        assertThat(answersTo("GET /bucket", signed, "Host: h", "")).containsExactly(403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "QUERY&X-Amz-Expires=604800",
                "X-Amz-Expires=604800&QUERY",
                "x-amz-expires=604800&QUERY",
                "X-Amz-Signature=0000000000000000000000000000000000000000000000000000000000000000"
                        + "&QUERY",
                "QUERY&X-Amz-Security-Token=t",
                "QUERY&list-type=2",
                "QUERY&tagging",
                "QUERY&response-content-type=text%2Fhtml"
            })
    void aSignedUrlIsGoodAsItIsAlone(String changed) throws IOException {
        URI url = PresignedUrl.of(gateway.port(), "GET", "/bucket");
        String host = "Host: " + url.getAuthority();
        String query = changed.replace("QUERY", url.getRawQuery());

        assertThat(answersTo("GET /bucket?" + url.getRawQuery(), Map.of(), host, ""))
                .containsExactly(200);
        assertThat(answersTo("GET /bucket?" + query, Map.of(), host, ""))
                .isNotEmpty()
                .allMatch(FramingTest::isRefused);
        assertThat(answersTo("GET /none?" + url.getRawQuery(), Map.of(), host, ""))
                .containsExactly(403);
        assertThat(answersTo("DELETE /bucket?" + url.getRawQuery(), Map.of(), host, ""))
                .containsExactly(403);
        assertThat(
                        answersTo(
                                "GET /bucket?" + url.getRawQuery(),
                                Map.of("authorization", "AWS4-HMAC-SHA256 Credential=x"),
                                host,
                                ""))
                .containsExactly(400);
        assertThat(http.send(new Ask("GET", "/bucket")).status()).isEqualTo(200);
    }

    private static Map<String, String> signedPut() {
        return TestSigner.sign(
                "PUT",
                "/bucket/key",
                Map.of("host", "h", "x-amz-content-sha256", "UNSIGNED-PAYLOAD"));
    }

    /** Sends a request on a connection of its own, and returns the status of each answer. */
    private List<Integer> answersTo(
            String start, Map<String, String> headers, String lines, String body)
            throws IOException {
        StringBuilder head = new StringBuilder(start + " HTTP/1.1\r\n");
        headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
        try (RawHttp one = new RawHttp(gateway.port())) {
            one.write(head + lines + "\r\n\r\n" + body);
            one.endInput();
            return statuses(one.readToEnd());
        }
    }

    private static List<Integer> statuses(String answers) {
        return STATUS.matcher(answers)
                .results()
                .map(found -> Integer.parseInt(found.group(1)))
                .toList();
    }

    private static boolean isRefused(int status) {
        return (status >= 400 && status < 500) || status == 501 || status == 505;
    }
}
