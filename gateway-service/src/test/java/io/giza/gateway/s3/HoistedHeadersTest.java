package io.giza.gateway.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.PresignedUrl;
import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.fake.RunningGateway;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.URI;

/** Headers that whoever signed a URL put into its query. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HoistedHeadersTest {
    private RunningGateway gateway;

    @BeforeAll
    void start() throws IOException {
        gateway = new RunningGateway();
        assertThat(send("PUT", "/bucket", "").status()).isEqualTo(200);
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @Test
    void theyMeanWhatTheHeadersMean() throws IOException {
        String hoisted =
                "x-amz-meta-a=b%20c&X-Amz-Meta-D=%C3%A4&x-amz-acl=private&x-amz-tagging=t%3D1";
        assertThat(send("PUT", "/bucket/said?" + hoisted, "text").status()).isEqualTo(200);
        Response got = send("GET", "/bucket/said?x-amz-checksum-mode=ENABLED", "");
        assertThat(got.body()).isEqualTo("text");
        assertThat(got.headers())
                .containsEntry("x-amz-meta-a", "b c")
                .containsEntry("x-amz-meta-d", "ä")
                .containsEntry("x-amz-tagging-count", "1")
                .containsKey("x-amz-checksum-crc64nvme");
        assertThat(send("GET", "/bucket/said", "").headers())
                .doesNotContainKey("x-amz-checksum-crc64nvme");
    }

    @Test
    void aChecksumOfABodyThatNobodyHadIsPassedOver() throws IOException {
        String hoisted = "x-amz-checksum-crc32=AAAAAA%3D%3D&x-amz-sdk-checksum-algorithm=CRC32";
        assertThat(send("PUT", "/bucket/summed?" + hoisted, "text").status()).isEqualTo(200);
        assertThat(send("GET", "/bucket/summed", "").body()).isEqualTo("text");
    }

    @Test
    void aCopyIsACopy() throws IOException {
        assertThat(send("PUT", "/bucket/source", "text").status()).isEqualTo(200);
        assertThat(send("PUT", "/bucket/copy?x-amz-copy-source=bucket%2Fsource", "").body())
                .contains("CopyObjectResult");
        assertThat(send("GET", "/bucket/copy", "").body()).isEqualTo("text");
    }

    @ParameterizedTest
    @CsvSource({
        "x-amz-storage-class=GLACIER, 501, NotImplemented",
        "x-amz-server-side-encryption=aws%3Akms%3Adsse, 501, NotImplemented",
        "x-amz-acl=public-read, 400, AccessControlListNotSupported",
        "x-amz-unheard-of=1, 501, NotImplemented",
        "x-amz-expected-bucket-owner=123456789012, 403, AccessDenied",
        "x-amz-meta-a=1&x-amz-meta-a=2, 400, InvalidArgument",
        "x-amz-meta-a=1&X-Amz-Meta-A=2, 400, InvalidArgument",
        "x-amz-meta-a=1%0D%0Aevil:%201, 400, InvalidArgument",
        "x-amz-meta-%0A=1, 400, InvalidArgument",
        "x-amz-security-token=none, 400, InvalidToken"
    })
    void whatAHeaderMayNotSayAParameterMayNot(String hoisted, int status, String code)
            throws IOException {
        Response response = send("PUT", "/bucket/refused?" + hoisted, "text");
        assertThat(response.element("Code")).isEqualTo(code);
        assertThat(response.status()).isEqualTo(status);
        assertThat(gateway.objects().keys("bucket")).doesNotContain("refused");
    }

    @Test
    void aHeaderThatDiffersFromItsParameterIsRefused() throws IOException {
        URI url =
                PresignedUrl.of(gateway.port(), "GET", "/bucket/said?x-amz-checksum-mode=ENABLED");
        Response response = get(url, "x-amz-checksum-mode: DISABLED\r\n");
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.element("ArgumentName")).isEqualTo("x-amz-checksum-mode");
    }

    @Test
    void whatIsAddedAfterSigningIsRefused() throws IOException {
        URI url = PresignedUrl.of(gateway.port(), "GET", "/bucket/said");
        Response response = get(URI.create(url + "&x-amz-checksum-mode=ENABLED"), "");
        assertThat(response.element("Code")).isEqualTo("SignatureDoesNotMatch");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x-amz-acl=private", "X-Amz-Meta-A=b", "x-amz-unheard-of=1"})
    void outsideOfASignedUrlTheyAreRefused(String parameter) throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            Response response = http.send(new Ask("PUT", "/bucket/refused?" + parameter).body("x"));
            assertThat(response.status()).isEqualTo(501);
            assertThat(response.element("Parameter")).isEqualTo(parameter.split("=", 2)[0]);
        }
        assertThat(gateway.objects().keys("bucket")).doesNotContain("refused");
    }

    private Response get(URI url, String headers) throws IOException {
        return exchange("GET", url, headers, "");
    }

    private Response send(String method, String target, String body) throws IOException {
        return exchange(method, PresignedUrl.of(gateway.port(), method, target), "", body);
    }

    private Response exchange(String method, URI url, String headers, String body)
            throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            http.write(
                    method
                            + " "
                            + url.getRawPath()
                            + "?"
                            + url.getRawQuery()
                            + " HTTP/1.1\r\nHost: "
                            + url.getAuthority()
                            + "\r\n"
                            + headers
                            + "Content-Length: "
                            + body.length()
                            + "\r\n\r\n"
                            + body);
            return http.read(method.equals("HEAD"));
        }
    }
}
