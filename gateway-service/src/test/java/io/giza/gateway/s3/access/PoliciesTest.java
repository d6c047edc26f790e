package io.giza.gateway.s3.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.key.KeyService;
import io.giza.record.AccessKeyRecord.Role;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;

/** What policies of buckets let others do, and keep even the owner from doing. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PoliciesTest {
    private static final String EVERYONE = "\"*\"";
    private static final String THEM = "{\"AWS\":\"arn:aws:iam::other:root\"}";
    private static final String OBJECTS = "\"arn:aws:s3:::mine/*\"";
    private static final String BUCKET = "\"arn:aws:s3:::mine\"";
    private static final String BLOCK =
            "<PublicAccessBlockConfiguration><%1$s>true</%1$s></PublicAccessBlockConfiguration>";

    private RunningGateway gateway;
    private KeyService.Created other;

    @BeforeAll
    void start() throws IOException {
        gateway =
                new RunningGateway("giza.master-key=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");
        other = (KeyService.Created) gateway.keys().create("other", Role.USER);
        send(new Ask("PUT", "/mine"));
        sendAsOther(new Ask("PUT", "/theirs"));
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @BeforeEach
    void begin() throws IOException {
        assertThat(send(new Ask("DELETE", "/mine?policy")).status()).isEqualTo(204);
        assertThat(send(new Ask("DELETE", "/mine?publicAccessBlock")).status()).isEqualTo(204);
        send(new Ask("PUT", "/mine/key").body("my content"));
        send(new Ask("PUT", "/mine/tagged").body("x").header("x-amz-tagging", "team=red"));
    }

    private static String statement(
            String effect, String principal, String actions, String resource, String more) {
        return """
        {"Version":"2012-10-17","Statement":[{"Effect":"%s","Principal":%s,"Action":%s,"Resource":%s%s}]}"""
                .formatted(effect, principal, actions, resource, more);
    }

    private void put(String policy) throws IOException {
        Response response = send(new Ask("PUT", "/mine?policy").body(policy));
        assertThat(response.status()).as(response.body()).isEqualTo(204);
    }

    private void allow(String principal, String action, String resource) throws IOException {
        put(statement("Allow", principal, '"' + action + '"', resource, ""));
    }

    private void allowIf(String principal, String action, String resource, String condition)
            throws IOException {
        put(
                statement(
                        "Allow",
                        principal,
                        '"' + action + '"',
                        resource,
                        ",\"Condition\":" + condition));
    }

    @Test
    void aPolicyIsKeptAsItWasSent() throws IOException {
        String policy = statement("Allow", EVERYONE, "\"s3:GetObject\"", OBJECTS, "");
        put(policy);

        Response response = send(new Ask("GET", "/mine?policy"));
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.body()).isEqualTo(policy);
        assertThat(response.headers()).containsEntry("content-type", "application/json");
        assertThat(send(new Ask("GET", "/mine?policyStatus")).element("IsPublic"))
                .isEqualTo("true");
    }

    @Test
    void aBucketWithoutAPolicySaysSo() throws IOException {
        assertThat(send(new Ask("GET", "/mine?policy")).element("Code"))
                .isEqualTo("NoSuchBucketPolicy");
        assertThat(send(new Ask("GET", "/mine?policyStatus")).element("Code"))
                .isEqualTo("NoSuchBucketPolicy");
    }

    @Test
    void aPolicyThatIsTooLongIsRefused() throws IOException {
        String policy =
                statement("Allow", EVERYONE, "\"s3:GetObject\"", OBJECTS, "")
                        + " ".repeat(20 << 10);
        assertThat(send(new Ask("PUT", "/mine?policy").body(policy)).status()).isEqualTo(400);
    }

    @Test
    void nobodyIsLetInWithoutAPolicy() throws IOException {
        assertDenied(send(new Ask("GET", "/mine/key").anonymous()));
        assertDenied(send(new Ask("GET", "/").anonymous()));
        assertDenied(send(new Ask("PUT", "/fresh").anonymous()));
        assertDenied(sendAsOther(new Ask("GET", "/mine/key")));
        assertThat(send(new Ask("GET", "/absent/key").anonymous()).element("Code"))
                .isEqualTo("NoSuchBucket");
    }

    @Test
    void everyoneReadsWhatAPolicyMakesPublic() throws IOException {
        allow(EVERYONE, "s3:GetObject", OBJECTS);

        assertThat(send(new Ask("GET", "/mine/key").anonymous()).body()).isEqualTo("my content");
        assertThat(sendAsOther(new Ask("GET", "/mine/key")).body()).isEqualTo("my content");
        assertDenied(send(new Ask("PUT", "/mine/key").body("theirs").anonymous()));
        assertDenied(send(new Ask("DELETE", "/mine/key").anonymous()));
        assertDenied(send(new Ask("GET", "/mine").anonymous()));
        assertDenied(send(new Ask("GET", "/mine?policy").anonymous()));
    }

    @Test
    void whoSignedNothingMayNotChooseWhatTheAnswerLooksLike() throws IOException {
        allow(EVERYONE, "s3:*", OBJECTS);

        Response overridden =
                send(new Ask("GET", "/mine/key?response-content-type=text/html").anonymous());
        assertThat(overridden.status()).isEqualTo(400);
        assertThat(overridden.element("Code")).isEqualTo("InvalidRequest");
        assertThat(send(new Ask("GET", "/mine/key?response-content-type=text/html")).status())
                .isEqualTo(200);
        Response streamed =
                send(
                        new Ask("PUT", "/mine/key")
                                .header(
                                        "x-amz-content-sha256",
                                        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD")
                                .anonymous());
        assertThat(streamed.element("Code")).isEqualTo("InvalidRequest");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /mine//key",
        "GET, /mine/%6bey/x",
        "GET, /mine/public/../key",
        "GET, /mine/public/..%2fkey",
        "GET, /mine/PUBLIC/key",
        "GET, /mine/key"
    })
    void noEncodingOfAKeyIsTakenForAnother(String method, String target) throws IOException {
        allow(EVERYONE, "s3:GetObject", "\"arn:aws:s3:::mine/public/k*\"");
        send(new Ask("PUT", "/mine/public/key").body("public"));

        Response response = send(new Ask(method, target).anonymous());
        assertThat(response.body()).doesNotContain("my content");
        assertThat(response.status()).isIn(400, 403);
        assertThat(send(new Ask("GET", "/mine/%70ublic/key").anonymous()).body())
                .isEqualTo("public");
    }

    @Test
    void anotherAccountWritesForTheOwner() throws IOException {
        allow(THEM, "s3:PutObject", OBJECTS);

        assertThat(sendAsOther(new Ask("PUT", "/mine/given").body("given")).status())
                .isEqualTo(200);
        assertDenied(sendAsOther(new Ask("GET", "/mine/given")));
        assertDenied(send(new Ask("PUT", "/mine/given").body("x").anonymous()));
        assertThat(send(new Ask("GET", "/mine/given")).body()).isEqualTo("given");
    }

    @Test
    void anotherAccountListsWithThePrefixThatItMay() throws IOException {
        allowIf(THEM, "s3:ListBucket", BUCKET, "{\"StringEquals\":{\"s3:prefix\":\"k\"}}");

        assertThat(sendAsOther(new Ask("GET", "/mine?list-type=2&prefix=k")).body())
                .contains("<Key>key</Key>");
        assertDenied(sendAsOther(new Ask("GET", "/mine?list-type=2")));
        assertDenied(sendAsOther(new Ask("GET", "/mine?list-type=2&prefix=")));
        // Of two prefixes the policy sees the one that is listed.
        assertThat(sendAsOther(new Ask("GET", "/mine?list-type=2&prefix=k&prefix=")).body())
                .doesNotContain("<Key>tagged</Key>");
    }

    @Test
    void aCopyNeedsBothItsSourceAndItsTarget() throws IOException {
        Ask copy = new Ask("PUT", "/theirs/copy").header("x-amz-copy-source", "/mine/key");
        assertDenied(sendAsOther(copy));

        allow(THEM, "s3:GetObject", OBJECTS);
        assertThat(sendAsOther(copy).status()).isEqualTo(200);
        assertThat(sendAsOther(new Ask("GET", "/theirs/copy")).body()).isEqualTo("my content");
        assertDenied(
                sendAsOther(
                        new Ask("PUT", "/mine/copy").header("x-amz-copy-source", "/theirs/copy")));
        // What they may do in their own bucket lets nobody else do it there.
        assertDenied(send(new Ask("PUT", "/theirs/mine").header("x-amz-copy-source", "/mine/key")));
    }

    @Test
    void eachKeyOfADeletionIsAskedFor() throws IOException {
        allow(THEM, "s3:DeleteObject", "\"arn:aws:s3:::mine/tagged\"");
        String document =
                "<Delete><Object><Key>key</Key></Object><Object><Key>tagged</Key></Object></Delete>";

        Response response =
                sendAsOther(
                        new Ask("POST", "/mine?delete")
                                .header("Content-MD5", RawHttp.md5(document))
                                .body(document));
        assertThat(response.body())
                .contains("<Deleted><Key>tagged</Key></Deleted>")
                .contains("<Error><Key>key</Key><Code>AccessDenied</Code>");
        assertThat(gateway.objects().keys("mine")).contains("key").doesNotContain("tagged");
    }

    @Test
    void aTagOfTheObjectDecides() throws IOException {
        allowIf(
                EVERYONE,
                "s3:GetObject",
                OBJECTS,
                "{\"StringEquals\":{\"s3:ExistingObjectTag/team\":\"red\"}}");

        assertThat(send(new Ask("GET", "/mine/tagged").anonymous()).body()).isEqualTo("x");
        assertDenied(send(new Ask("GET", "/mine/key").anonymous()));
        assertDenied(send(new Ask("GET", "/mine/none").anonymous()));
    }

    @Test
    void theTagsOfACopyAreThoseOfTheVersionThatIsCopied() throws IOException {
        send(
                new Ask("PUT", "/mine?versioning")
                        .body(
                                "<VersioningConfiguration><Status>Enabled</Status>"
                                        + "</VersioningConfiguration>"));
        String secret =
                send(new Ask("PUT", "/mine/both").body("my content"))
                        .headers()
                        .get("x-amz-version-id");
        send(new Ask("PUT", "/mine/both").body("x").header("x-amz-tagging", "team=red"));
        allowIf(
                THEM,
                "s3:GetObject*",
                OBJECTS,
                "{\"StringEquals\":{\"s3:ExistingObjectTag/team\":\"red\"}}");
        Ask newest = new Ask("PUT", "/theirs/both").header("x-amz-copy-source", "/mine/both");
        Ask older =
                new Ask("PUT", "/theirs/both")
                        .header("x-amz-copy-source", "/mine/both?versionId=" + secret);

        assertThat(sendAsOther(newest).status()).isEqualTo(200);
        assertDenied(sendAsOther(older));
    }

    @Test
    void whatIsDeniedIsDeniedToTheOwnerToo() throws IOException {
        put(statement("Deny", EVERYONE, "\"s3:*\"", "[" + BUCKET + "," + OBJECTS + "]", ""));

        assertThat(send(new Ask("GET", "/mine/key")).element("Message"))
                .endsWith(
                        "is not authorized to perform: s3:GetObject on resource:"
                                + " \"arn:aws:s3:::mine/key\" with an explicit deny in a"
                                + " resource-based policy");
        assertThat(send(new Ask("GET", "/mine/key").anonymous()).element("Message"))
                .isEqualTo("Access Denied.");
        assertDenied(send(new Ask("DELETE", "/mine")));
        // Or nobody could mend it.
        assertThat(send(new Ask("GET", "/mine?policy")).status()).isEqualTo(200);
        assertThat(send(new Ask("DELETE", "/mine?policy")).status()).isEqualTo(204);
        assertThat(send(new Ask("GET", "/mine/key")).status()).isEqualTo(200);
    }

    @Test
    void aBlockRefusesPoliciesThatArePublic() throws IOException {
        send(new Ask("PUT", "/mine?publicAccessBlock").body(BLOCK.formatted("BlockPublicPolicy")));
        String policy = statement("Allow", EVERYONE, "\"s3:GetObject\"", OBJECTS, "");

        assertDenied(send(new Ask("PUT", "/mine?policy").body(policy)));
        allow(THEM, "s3:GetObject", OBJECTS);
        assertThat(send(new Ask("GET", "/mine?policyStatus")).element("IsPublic"))
                .isEqualTo("false");
        assertThat(send(new Ask("GET", "/mine?publicAccessBlock")).element("BlockPublicPolicy"))
                .isEqualTo("true");
    }

    @Test
    void aRestrictedBucketLetsNoOtherAccountInByAPublicPolicy() throws IOException {
        allow(EVERYONE, "s3:GetObject", OBJECTS);
        send(
                new Ask("PUT", "/mine?publicAccessBlock")
                        .body(BLOCK.formatted("RestrictPublicBuckets")));

        assertDenied(send(new Ask("GET", "/mine/key").anonymous()));
        assertDenied(sendAsOther(new Ask("GET", "/mine/key")));
        assertThat(send(new Ask("GET", "/mine/key")).status()).isEqualTo(200);
    }

    @Test
    void theExpectedOwnerIsTheBuckets() throws IOException {
        allow(THEM, "s3:GetObject", OBJECTS);
        String owner = send(new Ask("GET", "/")).element("ID");

        assertThat(
                        sendAsOther(
                                        new Ask("GET", "/mine/key")
                                                .header("x-amz-expected-bucket-owner", owner))
                                .status())
                .isEqualTo(200);
        assertDenied(
                sendAsOther(
                        new Ask("GET", "/mine/key")
                                .header("x-amz-expected-bucket-owner", "0".repeat(64))));
    }

    @Test
    void aPrincipalThatIsNotThereIsRefused() throws IOException {
        String policy = statement("Allow", "{\"AWS\":\"nobody\"}", "\"s3:GetObject\"", OBJECTS, "");
        assertThat(send(new Ask("PUT", "/mine?policy").body(policy)).element("Code"))
                .isEqualTo("MalformedPolicy");
    }

    private static void assertDenied(Response response) {
        assertThat(response.status()).as(response.body()).isEqualTo(403);
        assertThat(response.element("Code")).isEqualTo("AccessDenied");
        assertThat(response.body()).doesNotContain("my content");
    }

    private Response sendAsOther(Ask ask) throws IOException {
        return send(ask.keys(other.key().id(), other.secret()));
    }

    private Response send(Ask ask) throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            return http.send(ask);
        }
    }
}
