package io.giza.gateway.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.PresignedUrl;
import io.giza.gateway.fake.RunningGateway;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** Every operation by a URL that somebody else signed, sent by a client that knows no keys. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PresignedTest {
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private RunningGateway gateway;

    @BeforeAll
    void start() throws Exception {
        gateway = new RunningGateway();
        send("PUT", "/bucket", "");
        send("PUT", "/bucket/key", "content");
    }

    @AfterAll
    void stop() {
        client.close();
        gateway.close();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /, 200",
        "PUT, /another, 200",
        "HEAD, /bucket, 200",
        "GET, /bucket, 200",
        "GET, /bucket?list-type=2&prefix=k, 200",
        "GET, /bucket?location, 200",
        "PUT, /bucket/key, 200",
        "GET, /bucket/key, 200",
        "GET, /bucket/key?response-content-type=a%2Fb, 200",
        "HEAD, /bucket/key, 200",
        "GET, /bucket/key?acl, 200",
        "DELETE, /bucket/other, 204",
        "GET, /bucket?acl, 200",
        "GET, /bucket?tagging, 404",
        "DELETE, /bucket?tagging, 204",
        "GET, /bucket?cors, 404",
        "DELETE, /bucket?cors, 204",
        "GET, /bucket?lifecycle, 404",
        "DELETE, /bucket?lifecycle, 204",
        "GET, /bucket?ownershipControls, 200",
        "GET, /bucket?policy, 404",
        "PUT, /bucket?policy, 400",
        "DELETE, /absent, 404"
    })
    void anOperationWorksByASignedUrl(String method, String target, int status) throws Exception {
        assertThat(
                        send(
                                        method,
                                        target,
                                        method.equals("PUT") && target.endsWith("key") ? "x" : "")
                                .statusCode())
                .isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({
        "tagging, 204, <Tagging><TagSet/></Tagging>",
        "cors, 200, <CORSConfiguration><CORSRule><AllowedMethod>GET</AllowedMethod>"
                + "<AllowedOrigin>*</AllowedOrigin></CORSRule></CORSConfiguration>",
        "lifecycle, 200, <LifecycleConfiguration><Rule><Filter/><Status>Enabled</Status>"
                + "<Expiration><Days>1</Days></Expiration></Rule></LifecycleConfiguration>",
        "ownershipControls, 200, <OwnershipControls><Rule><ObjectOwnership>ObjectWriter"
                + "</ObjectOwnership></Rule></OwnershipControls>"
    })
    void aDocumentIsPutByASignedUrl(String name, int status, String document) throws Exception {
        assertThat(send("PUT", "/bucket?" + name, document).statusCode()).isEqualTo(status);
        assertThat(send("GET", "/bucket?" + name, "").statusCode()).isEqualTo(200);
        assertThat(send("DELETE", "/bucket?" + name, "").statusCode()).isEqualTo(204);
    }

    private HttpResponse<String> send(String method, String target, String body)
            throws IOException, InterruptedException {
        URI signed = PresignedUrl.of(gateway.port(), method, target);
        return client.send(
                HttpRequest.newBuilder(signed)
                        .method(
                                method,
                                body.isEmpty()
                                        ? BodyPublishers.noBody()
                                        : BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }
}
