package io.giza.gateway.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.EOFException;
import java.io.IOException;

/** Bodies and framing that are wrong on purpose: the exact error, and an end of the connection. */
class HostileBodiesTest extends RawHttpFixture {
    private static final String HEX_64 =
            "0000000000000000000000000000000000000000000000000000000000000000";

    @Test
    void bodyThatIsNotTheSignedOneIsRefused() throws IOException {
        Ask ask = put("x").header("Content-Type", "a/b");
        http.sendOnly(ask, 0);
        http.write("y");
        assertThat(http.read(false).element("Code")).isEqualTo("XAmzContentSHA256Mismatch");
        stillUsable();
    }

    @Test
    void truncatedBodyIsRefused() throws IOException {
        http.sendOnly(put("0123456789"), 4);
        http.endInput();
        Response response = http.read(false);
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.element("Code")).isEqualTo("IncompleteBody");
        assertThat(http.isClosed()).isTrue();
    }

    @Test
    void smallBodyOfARefusedRequestIsDrainedAndALargeOneClosesTheConnection() throws IOException {
        refused(put("x".repeat(30_000)).keys("nobody", "nothing-here"), 403, "InvalidAccessKeyId");
        Ask large = put("x").keys("nobody", "nothing-here").afterwards("content-length", "900000");
        http.sendOnly(large, 0);
        http.write("x".repeat(70_000));
        assertThat(http.read(false).status()).isEqualTo(403);
        assertThat(closedByPeer()).isTrue();
    }

    @Test
    void lengthIsRequired() throws IOException {
        Ask ask = put("").unsignedPayload().afterwards("transfer-encoding", "chunked");
        http.sendOnly(ask.afterwards("content-length", ""), 0);
        // An empty Content-Length next to chunked coding makes no sense.
        assertThat(http.read(false).status()).isIn(400, 411);
    }

    @ParameterizedTest
    @CsvSource({
        "STREAMING-UNSIGNED-PAYLOAD-TRAILER, zz, IncompleteBody",
        "STREAMING-UNSIGNED-PAYLOAD-TRAILER, 6, IncompleteBody",
        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD, 5, IncompleteBody",
        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD, 5;chunk-signature="
                + HEX_64
                + ", SignatureDoesNotMatch",
        "STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD, 5, NotImplemented"
    })
    void brokenFramingIsRefused(String mode, String chunkHeader, String code) throws IOException {
        String body = chunkHeader + "\r\nhello\r\n0\r\n\r\n";
        Response response = http.send(streaming(mode, body));
        assertThat(response.element("Code")).isEqualTo(code);
        stillUsable();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "\r\n\r\n", "0\r\n\r\n"})
    void whatFollowsTheLastChunkIsRefused(String more) throws IOException {
        String body = "5\r\nhello\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n" + more;
        Ask ask =
                streaming("STREAMING-UNSIGNED-PAYLOAD-TRAILER", body)
                        .header("x-amz-trailer", "x-amz-checksum-crc32");
        assertThat(http.send(ask).element("Code")).isEqualTo("IncompleteBody");
        stillUsable();
    }

    @Test
    void aRequestWithoutAProtocolIsRefused() throws IOException {
        http.write("GET /bucket/key\r\n");
        assertThat(http.readToEnd()).startsWith("HTTP/1.1 400 Bad Request\r\n");
    }

    @Test
    void answerThatBreaksHalfWayBreaksTheConnection() throws IOException {
        String content = "x".repeat(100_000);
        http.send(put(content).header("x-amz-meta-breaks", "yes"));
        boolean broken = false;
        try {
            http.send(new Ask("GET", "/bucket/key"));
        } catch (EOFException e) {
            broken = true;
        }
        assertThat(broken).isTrue();
        try (RawHttp other = new RawHttp(gateway.port())) {
            assertThat(other.send(new Ask("DELETE", "/bucket/key")).status()).isEqualTo(204);
        }
    }
}
