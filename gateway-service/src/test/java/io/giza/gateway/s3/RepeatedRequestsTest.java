package io.giza.gateway.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.fake.RunningReplicatedGateway;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;

/**
 * A retry of what happened is answered as it was; whatever else is sent under the same invocation
 * id is done.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RepeatedRequestsTest {
    private static final int MIB = 1 << 20;
    private static final String TAGS =
            "<Tagging><TagSet><Tag><Key>secret</Key><Value>yes</Value></Tag></TagSet></Tagging>";

    private RunningReplicatedGateway gateway;
    private RawHttp http;
    private String key;
    private String id;

    @BeforeAll
    void start() throws IOException {
        gateway = new RunningReplicatedGateway(5 * MIB);
        http = new RawHttp(gateway.port());
        sent(new Ask("PUT", "/bucket"), 200);
        sent(new Ask("PUT", "/versions"), 200);
        sent(
                new Ask("PUT", "/versions?versioning")
                        .body(
                                "<VersioningConfiguration><Status>Enabled</Status>"
                                        + "</VersioningConfiguration>"),
                200);
        http.close();
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @BeforeEach
    void connect(TestInfo test) throws IOException {
        http = new RawHttp(gateway.port());
        id = test.getTestMethod().orElseThrow().getName() + test.getDisplayName();
        key = "/bucket/" + test.getDisplayName().replaceAll("[^A-Za-z0-9]", "");
    }

    @AfterEach
    void disconnect() throws IOException {
        http.close();
    }

    @Test
    void aRetryFindsWhatItsFirstAttemptDidAndUndoesNothingSince() throws IOException {
        sent(first(put("v1")), 200);
        sent(put("v2"), 200);
        assertThat(sent(retry(put("v1")), 200).headers()).containsEntry("etag", etag("v1"));
        assertThat(content()).isEqualTo("v2");
    }

    @Test
    void aRetryOfADeleteLeavesWhatWasPutSince() throws IOException {
        sent(put("v1"), 200);
        sent(first(delete()), 204);
        sent(put("v2"), 200);
        sent(retry(delete()), 204);
        assertThat(content()).isEqualTo("v2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "attempt=1; max=3", "attempt=2; max=3"})
    void anotherBodyUnderTheSameIdIsStored(String attempt) throws IOException {
        sent(numbered(put("AAAA-original"), attempt), 200);
        Response response = sent(numbered(put("BBBB-second-body"), attempt), 200);
        assertThat(response.headers()).containsEntry("etag", etag("BBBB-second-body"));
        assertThat(content()).isEqualTo("BBBB-second-body");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "attempt=1; max=3", "attempt=2; max=3"})
    void anotherBodyOfTheSameLengthThatIsNotSignedIsStored(String attempt) throws IOException {
        sent(numbered(put("AAAA"), attempt).unsignedPayload(), 200);
        sent(numbered(put("BBBB"), attempt).unsignedPayload(), 200);
        assertThat(content()).isEqualTo("BBBB");
    }

    @Test
    void otherMetadataUnderTheSameIdIsStored() throws IOException {
        sent(retry(put("x").header("x-amz-meta-colour", "red")), 200);
        sent(retry(put("x").header("x-amz-meta-colour", "blue")), 200);
        assertThat(sent(new Ask("GET", key), 200).headers())
                .containsEntry("x-amz-meta-colour", "blue");
    }

    @ParameterizedTest
    @ValueSource(strings = {"attempt=1; max=3", "attempt=2; max=3"})
    void anIdThatIsAddedOnTheWayIsIgnored(String attempt) throws IOException {
        for (String text : new String[] {"version one", "version two", "version one"}) {
            sent(
                    put(text)
                            .afterwards("amz-sdk-invocation-id", "attacker")
                            .afterwards("amz-sdk-request", attempt),
                    200);
            assertThat(content()).isEqualTo(text);
        }
    }

    @Test
    void aNumberOfAnAttemptThatIsAddedOnTheWayIsIgnored() throws IOException {
        sent(first(put("v1")), 200);
        sent(put("v2"), 200);
        sent(
                put("v1")
                        .header("amz-sdk-invocation-id", id)
                        .afterwards("amz-sdk-request", "attempt=2"),
                200);
        assertThat(content()).isEqualTo("v1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "attempt=1; max=3"})
    void aConstantIdOfFirstAttemptsSwallowsNothing(String attempt) throws IOException {
        sent(numbered(put("v1"), attempt), 200);
        sent(put("v2"), 200);
        sent(numbered(put("v1"), attempt), 200);
        assertThat(content()).isEqualTo("v1");
        sent(numbered(delete(), attempt), 204);
        sent(put("v2"), 200);
        sent(numbered(delete(), attempt), 204);
        sent(new Ask("GET", key), 404);
    }

    @Test
    void aFirstAttemptThatWasHeldBackUndoesNothingThatCameAfterItsRetry() throws IOException {
        Instant held = Instant.now().minusSeconds(5);
        sent(retry(put("v1")), 200);
        sent(put("v2"), 200);
        isUnknown(first(put("v1")).at(held));
        assertThat(content()).isEqualTo("v2");
        sent(retry(delete()), 204);
        sent(put("v3"), 200);
        isUnknown(first(delete()).at(held));
        assertThat(content()).isEqualTo("v3");
    }

    @Test
    void aConditionalPutThatSucceededAnswersItsRetry() throws IOException {
        sent(first(put("mine").header("If-None-Match", "*")), 200);
        sent(retry(put("mine").header("If-None-Match", "*")), 200);
        sent(first(put("other").header("If-Match", etag("mine"))), 200);
        sent(retry(put("other").header("If-Match", etag("mine"))), 200);
        sent(first(delete().header("If-Match", etag("other"))), 204);
        sent(retry(delete().header("If-Match", etag("other"))), 204);
    }

    @Test
    void aRetryOfWhatCreatedABucketSucceedsAndCreatesNoneOnceThatIsDeleted() throws IOException {
        sent(first(createBucket()), 200);
        sent(retry(createBucket()), 200);
        sent(createBucket(), 409);
        sent(first(createBucket()), 409);
        sent(retry(createBucket().header("x-amz-bucket-object-lock-enabled", "false")), 409);
        sent(new Ask("DELETE", "/created"), 204);
        sent(retry(createBucket()), 200);
        sent(new Ask("GET", "/created"), 404);
        sent(first(createBucket()), 200);
    }

    /** After which the gateway closes the connection. */
    private void isUnknown(Ask ask) throws IOException {
        assertThat(sent(ask, 503).body()).contains("outcome is unknown");
        http.close();
        http = new RawHttp(gateway.port());
    }

    private static Ask createBucket() {
        return new Ask("PUT", "/created");
    }

    @Test
    void aConditionalPutOfAnotherBodyUnderTheSameIdIsRefused() throws IOException {
        sent(first(put("mine").header("If-None-Match", "*")), 200);
        sent(retry(put("else").header("If-None-Match", "*")), 412);
        sent(first(put("mine").header("If-None-Match", "*")), 412);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "attempt=1; max=3", "attempt=2; max=3"})
    void deletingTwoVersionsUnderOneIdDeletesBoth(String attempt) throws IOException {
        key = "/versions/" + attempt.length() + attempt.hashCode();
        String one = sent(put("one"), 200).headers().get("x-amz-version-id");
        String two = sent(put("two"), 200).headers().get("x-amz-version-id");
        for (String id : new String[] {one, two}) {
            sent(numbered(new Ask("DELETE", key + "?versionId=" + id), attempt), 204);
        }
        for (String id : new String[] {one, two}) {
            sent(new Ask("GET", key + "?versionId=" + id), 404);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "attempt=1; max=3", "attempt=2; max=3"})
    void tagsUnderTheIdOfAPutAreKept(String attempt) throws IOException {
        sent(numbered(put("x"), attempt), 200);
        sent(numbered(new Ask("PUT", key + "?tagging").body(TAGS), attempt), 200);
        assertThat(sent(new Ask("GET", key + "?tagging"), 200).body()).contains("secret");
        sent(numbered(new Ask("DELETE", key + "?tagging"), attempt), 204);
        sent(new Ask("PUT", key + "?tagging").body(TAGS), 200);
        assertThat(sent(new Ask("GET", key + "?tagging"), 200).body()).contains("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "attempt=1; max=3", "attempt=2; max=3"})
    void documentsUnderOneIdReplaceEachOther(String attempt) throws IOException {
        for (String origin : new String[] {"http://a", "http://b"}) {
            Ask ask = new Ask("PUT", "/bucket?cors").body(cors(origin)).unsignedPayload();
            sent(numbered(ask.header("Content-MD5", RawHttp.md5(cors(origin))), attempt), 200);
            assertThat(sent(new Ask("GET", "/bucket?cors"), 200).element("AllowedOrigin"))
                    .isEqualTo(origin);
        }
    }

    @Test
    void aRetryOfADocumentLeavesTheOneThatReplacedIt() throws IOException {
        sent(first(document("http://a")), 200);
        sent(document("http://b"), 200);
        sent(retry(document("http://a")), 200);
        assertThat(sent(new Ask("GET", "/bucket?cors"), 200).element("AllowedOrigin"))
                .isEqualTo("http://b");
    }

    private static Ask document(String origin) throws IOException {
        return new Ask("PUT", "/bucket?cors")
                .body(cors(origin))
                .header("Content-MD5", RawHttp.md5(cors(origin)));
    }

    private static String cors(String origin) {
        return "<CORSConfiguration><CORSRule><AllowedOrigin>"
                + origin
                + "</AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule>"
                + "</CORSConfiguration>";
    }

    private Ask put(String body) {
        return new Ask("PUT", key).body(body);
    }

    private Ask delete() {
        return new Ask("DELETE", key);
    }

    private Ask first(Ask ask) {
        return numbered(ask, "attempt=1; max=3");
    }

    private Ask retry(Ask ask) {
        return numbered(ask, "ttl=20300101T000000Z; attempt=2; max=3");
    }

    private Ask numbered(Ask ask, String attempt) {
        Ask named = ask.header("amz-sdk-invocation-id", id);
        return attempt.isEmpty() ? named : named.header("amz-sdk-request", attempt);
    }

    private static String etag(String content) throws IOException {
        byte[] md5 = Base64.getDecoder().decode(RawHttp.md5(content));
        return "\"" + HexFormat.of().formatHex(md5) + "\"";
    }

    private Response sent(Ask ask, int status) throws IOException {
        Response response = http.send(ask);
        assertThat(response.status()).as(response.body()).isEqualTo(status);
        return response;
    }

    private String content() throws IOException {
        return sent(new Ask("GET", key), 200).body();
    }
}
