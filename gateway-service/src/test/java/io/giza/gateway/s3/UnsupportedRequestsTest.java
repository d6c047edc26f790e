package io.giza.gateway.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp.Response;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;

class UnsupportedRequestsTest extends RawHttpFixture {
    @ParameterizedTest
    @CsvSource({
        "GET /bucket/key?uploads, , 400, InvalidRequest,"
                + " Key is not expected for the GET method ?uploads subresource",
        "GET /bucket/key?versions, , 400, InvalidRequest,"
                + " There is no such thing as the ?versions sub-resource for a key",
        "PUT /bucket/key?partNumber=1, , 400, InvalidArgument,"
                + " This operation does not accept partNumber without uploadId",
        "PUT /bucket/key?uploadId=x, , 405, MethodNotAllowed,"
                + " The specified method is not allowed against this resource.",
        "GET /bucket/key, b/k, 400, InvalidArgument,"
                + " You can only specify a copy source header for copy requests.",
        "DELETE /bucket, b/k, 400, InvalidArgument,"
                + " You can only specify a copy source header for copy requests.",
        "POST /bucket/key?uploadId=x, b/k, 400, InvalidArgument,"
                + " You can only specify a copy source header for copy requests."
    })
    void whatNoOperationTakesIsToldToEverybody(
            String start, String copySource, int status, String code, String message)
            throws IOException {
        String header = copySource == null ? "" : "x-amz-copy-source: " + copySource + "\r\n";
        http.write(start + " HTTP/1.1\r\nHost: h\r\n" + header + "Content-Length: 0\r\n\r\n");
        Response response = http.read(false);
        assertThat(response.element("Code")).isEqualTo(code);
        assertThat(response.element("Message")).isEqualTo(message);
        assertThat(response.status()).isEqualTo(status);
        stillUsable();
    }
}
