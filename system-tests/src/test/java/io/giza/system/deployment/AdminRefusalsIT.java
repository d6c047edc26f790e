package io.giza.system.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.cli.cluster.AdminClient;
import io.giza.cli.cluster.CommandException;
import io.giza.cli.cluster.ExitCode;
import io.giza.signature.CredentialScope;
import io.giza.signature.RequestSigner;
import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.Gateways;
import io.giza.system.cluster.RunningCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import software.amazon.awssdk.core.sync.RequestBody;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What the Admin API refuses, request by request as it is on the wire. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AdminRefusalsIT {
    private static final String API = "/_giza/admin/v1";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final HttpClient http = HttpClient.newHttpClient();
    private RunningCluster cluster;

    @BeforeAll
    void start(@TempDir Path folder) {
        cluster = RunningCluster.start(StandaloneOptions.in(folder));
        cluster.createBucket("kept");
        cluster.s3("dc1").putObject(r -> r.bucket("kept").key("k"), RequestBody.fromString("x"));
    }

    @AfterAll
    void stop() {
        http.close();
        cluster.close();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "GET, /nothing, there is no such path",
                "PUT, /keys, this path takes GET and POST",
                "GET, /keys?acount=x, there is no parameter 'acount' here",
                "GET, /objects?bucket=b, the parameters bucket and key are needed",
                "GET, /objects?bucket=none&key=k, there is no bucket 'none'",
                "GET, /objects?bucket=kept&key=none, there is no object 'none'",
                "GET, /objects?bucket=kept&key=k&version-id=x, 'x' is no version id",
                "GET, /objects?account=none&bucket=kept&key=k, there is no account 'none'",
                "POST, /keys, the field account is missing",
                "GET, /objects?bucket=kept&key=, no object has such a bucket and key",
                "POST, /keys/a%2Fdisable, no name in the path may have a slash",
                "GET, /events?after=%20, after must be the id of an event",
                "GET, /events?limit=0, limit must be 1 to 9999",
                "DELETE, /keys/GIZANOBODY, there is no access key 'GIZANOBODY'",
            })
    void whatIsAskedWronglyIsRefusedInASentence(String method, String rest, String sentence)
            throws Exception {
        HttpResponse<String> answer = send(signed(method, rest, "", CredentialScope.ADMIN));
        assertThat(answer.statusCode()).isBetween(400, 499);
        assertFault(answer, sentence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nonsense | the body must be an object of JSON",
                "[] | the body must be an object of JSON",
                "{\"account\": \"default\", \"rolle\": \"user\"} | there is no field 'rolle' here",
                "{\"account\": \"default\", \"role\": \"root\"} | role is 'root', but there are",
            })
    void aBodyThatIsWrongIsRefusedByTheNameOfItsField(String body, String sentence)
            throws Exception {
        assertFault(send(signed("POST", "/keys", body, CredentialScope.ADMIN)), sentence);
    }

    @Test
    void aBodyThatIsTooLongIsRefused() throws Exception {
        String body = "{\"account\": \"" + "a".repeat(1 << 17) + "\"}";
        assertFault(send(signed("POST", "/keys", body, CredentialScope.ADMIN)), "65536 bytes");
    }

    @Test
    void aRequestThatIsSignedForS3IsNoneOfAnOperator() throws Exception {
        HttpResponse<String> answer = send(signed("GET", "/whoami", "", CredentialScope.S3));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertFault(answer, "This endpoint belongs to \"giza\"");
    }

    @Test
    void aRequestOfAnOperatorIsNoneOfS3() throws Exception {
        URI endpoint = cluster.status("dc1").s3();
        HttpRequest.Builder request = HttpRequest.newBuilder(endpoint.resolve("/kept"));
        signer(CredentialScope.ADMIN)
                .headers(
                        new RequestSigner.Signed(
                                "GET", "/kept", "", endpoint.getAuthority(), new byte[0]),
                        Instant.now())
                .forEach(request::header);
        assertThat(send(request).body()).contains("This endpoint belongs to \"s3\"");
    }

    @Test
    void nobodyIsHeardWithoutASignatureOrWithTheTokenOfTheServices() throws Exception {
        for (String path : List.of("/whoami", "/keys", "/nothing", "/")) {
            URI uri = URI.create(cluster.status("dc1").s3() + API + path);
            assertThat(send(HttpRequest.newBuilder(uri)).statusCode()).as(path).isEqualTo(403);
            HttpRequest.Builder withToken =
                    HttpRequest.newBuilder(uri)
                            .header("Authorization", "Bearer " + cluster.token());
            assertThat(send(withToken).statusCode()).as(path).isBetween(400, 499);
        }
    }

    @Test
    void aBodyThatWasChangedOnTheWayIsRefused() throws Exception {
        HttpRequest.Builder request = signed("POST", "/keys", "{}", CredentialScope.ADMIN);
        request.method("POST", BodyPublishers.ofString("{\"account\": \"default\"}"));
        assertFault(send(request), "x-amz-content-sha256 must be the SHA-256 of the body");
    }

    @Test
    void aSignatureInTheUrlIsRefused() throws Exception {
        HttpRequest.Builder request =
                signed("GET", "/whoami?X-Amz-Signature=x", "", CredentialScope.ADMIN);
        assertFault(send(request), "no presigned URLs are taken here");
    }

    @Test
    void aSignatureThatIsTooOldIsRefused() throws Exception {
        Instant old = Instant.now().minus(Duration.ofMinutes(6));
        assertThat(send(signed("GET", "/whoami", "", CredentialScope.ADMIN, old)).statusCode())
                .isEqualTo(403);
    }

    @Test
    void aFaultOfAClientIsNoFindingOfTheCommand() {
        try (AdminClient stranger = cluster.admin("dc1", "GIZANOBODY", "secret")) {
            stranger.get("/whoami");
            throw new AssertionError("a stranger was let in");
        } catch (CommandException e) {
            assertThat(e.code()).isEqualTo(ExitCode.NOT_ALLOWED);
        }
    }

    private static RequestSigner signer(String service) {
        return new RequestSigner(Gateways.KEY.accessKey(), Gateways.KEY.secretKey(), service);
    }

    private HttpRequest.Builder signed(String method, String rest, String body, String service) {
        return signed(method, rest, body, service, Instant.now());
    }

    private HttpRequest.Builder signed(
            String method, String rest, String body, String service, Instant at) {
        URI endpoint = cluster.status("dc1").s3();
        String[] parts = (API + rest).split("\\?", 2);
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(endpoint + API + rest))
                        .method(method, BodyPublishers.ofByteArray(bytes));
        signer(service)
                .headers(
                        new RequestSigner.Signed(
                                method,
                                parts[0],
                                parts.length == 1 ? "" : parts[1],
                                endpoint.getAuthority(),
                                bytes),
                        at)
                .forEach(request::header);
        return request;
    }

    private HttpResponse<String> send(HttpRequest.Builder request)
            throws IOException, InterruptedException {
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private static void assertFault(HttpResponse<String> answer, String sentence) {
        JsonNode fault = JSON.readTree(answer.body());
        assertThat(fault.path("schema").asString()).isEqualTo("giza.error/1");
        assertThat(fault.path("code").asString()).isNotEmpty();
        assertThat(fault.path("error").asString()).contains(sentence);
    }
}
