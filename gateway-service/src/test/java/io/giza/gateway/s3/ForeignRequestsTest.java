package io.giza.gateway.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.s3.error.Refusal;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;

/** Requests of clients that say more than needed, or ask for what was never set. */
class ForeignRequestsTest extends RawHttpFixture {
    @ParameterizedTest
    @CsvSource({"HEAD, /bucket", "GET, /bucket?list-type=2", "DELETE, /bucket/key", "GET, /"})
    void theVersionOfTheApiMayBeNamed(String method, String target) throws IOException {
        Ask ask = new Ask(method, target).header("x-amz-api-version", "2006-03-01");
        assertThat(http.send(ask).status()).isIn(200, 204);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/bucket?cachebuster=1",
                "/bucket?list-type=2&metadata=true",
                "/bucket?list-type=2&marker=a",
                "/bucket?uploads=&x-id=ListMultipartUploads",
                "/bucket?location&prefix=",
                "/?max-keys=3"
            })
    void whatS3DoesNotKnowOrReadIsPassedOver(String target) throws IOException {
        Response response = http.send(new Ask("GET", target));
        assertThat(response.status()).as(response.body()).isIn(200, 404);
        assertThat(response.element("Code")).isNotEqualTo("NotImplemented");
    }

    @Test
    void aReadOfAnObjectPassesOverBareNames() throws IOException {
        assertThat(http.send(put("text")).status()).isEqualTo(200);
        assertThat(http.send(new Ask("GET", "/bucket/key?1732342")).body()).isEqualTo("text");
        assertThat(http.send(new Ask("GET", "/bucket/key?v=2")).body()).isEqualTo("text");
        assertThat(http.send(new Ask("DELETE", "/bucket/key")).status()).isEqualTo(204);
    }

    @Test
    void aLifecycleIsReadAndDeletedWithParametersOfOthers() throws IOException {
        refused(
                new Ask("GET", "/bucket?lifecycle&withUpdatedAt=true"),
                404,
                "NoSuchLifecycleConfiguration");
    }

    @ParameterizedTest
    @CsvSource({
        "DELETE, /bucket/key?versionid=1, versionid",
        "DELETE, /bucket/key?VersionId=1, VersionId",
        "PUT, /bucket/key?newer-than-this, newer-than-this",
        "PUT, /bucket?newer-than-this=, newer-than-this",
        "GET, /bucket?newer-than-this, newer-than-this",
        "POST, /bucket?newer-than-this, newer-than-this",
        "GET, /bucket?acl&policy, acl",
        "GET, /bucket/key?torrent, torrent",
        "HEAD, /bucket/key?tagging, tagging",
        "HEAD, /bucket?policy, policy",
        "PUT, /bucket?replication, replication",
        "PUT, /bucket?accelerate, accelerate",
        "PUT, /bucket/key?torrent, torrent",
        "PUT, /bucket/key?annotation&annotationName=a, annotation",
        "PUT, /bucket/key?versionId=1, versionId"
    })
    void whatMayNotBePassedOverIsRefusedByName(String method, String target, String name)
            throws IOException {
        Response response = http.send(new Ask(method, target));
        assertThat(response.status()).isEqualTo(501);
        assertThat(response.headers()).containsEntry("x-giza-refused", name);
        if (!method.equals("HEAD")) {
            assertThat(response.element("Parameter")).isEqualTo(name);
            assertThat(response.element("Message")).endsWith(": " + name);
        }
    }

    @Test
    void aRefusedHeaderIsNamed() throws IOException {
        Response head =
                http.send(
                        new Ask("HEAD", "/bucket")
                                .header("x-amz-server-side-encryption", "AES256"));
        assertThat(head.status()).isEqualTo(501);
        assertThat(head.headers()).containsEntry("x-giza-refused", "x-amz-server-side-encryption");
        stillUsable();
        Response put = refused(put("x").header("x-amz-mfa", "1"), 501, "NotImplemented");
        assertThat(put.element("Header")).isEqualTo("x-amz-mfa");
        assertThat(put.element("Message")).endsWith("not implemented: x-amz-mfa");
    }

    @Test
    void aNameThatIsToldIsShortAndPlain() {
        assertThat(Refusal.parameter("\r\nevil: \"x\"").headers().get(Refusal.HEADER))
                .isEqualTo("??evil???x?");
        assertThat(Refusal.header("x".repeat(999)).headers().get(Refusal.HEADER)).hasSize(64);
    }

    @ParameterizedTest
    @CsvSource({
        "policy, 404, NoSuchBucketPolicy",
        "policyStatus, 404, NoSuchBucketPolicy",
        "encryption, 404, ServerSideEncryptionConfigurationNotFoundError",
        "object-lock, 404, ObjectLockConfigurationNotFoundError",
        "publicAccessBlock, 404, NoSuchPublicAccessBlockConfiguration",
        "replication, 404, ReplicationConfigurationNotFoundError",
        "website, 404, NoSuchWebsiteConfiguration",
        "metadataTable, 404, MetadataConfigurationNotFound",
        "analytics&id=a, 404, NoSuchConfiguration",
        "inventory&id=a, 404, NoSuchConfiguration",
        "metrics&id=a, 404, NoSuchConfiguration",
        "intelligent-tiering&id=a, 404, NoSuchConfiguration"
    })
    void whatCannotBeSetIsNotThere(String name, int status, String code) throws IOException {
        refused(new Ask("GET", "/bucket?" + name), status, code);
        refused(new Ask("GET", "/nobucket?" + name), 404, "NoSuchBucket");
    }

    @ParameterizedTest
    @CsvSource({
        "notification, <NotificationConfiguration",
        "logging, <BucketLoggingStatus",
        "accelerate, <AccelerateConfiguration",
        "requestPayment, <Payer>BucketOwner</Payer>",
        "abac, <Status>Disabled</Status>",
        "analytics, <IsTruncated>false</IsTruncated>",
        "inventory, <IsTruncated>false</IsTruncated>",
        "metrics, <IsTruncated>false</IsTruncated>",
        "intelligent-tiering, <IsTruncated>false</IsTruncated>"
    })
    void whatIsAlwaysThereSaysThatNothingWasSet(String name, String content) throws IOException {
        Response response = http.send(new Ask("GET", "/bucket?" + name));
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.body()).contains(content);
        refused(new Ask("GET", "/nobucket?" + name), 404, "NoSuchBucket");
    }

    @ParameterizedTest
    @ValueSource(strings = {"policy", "encryption", "publicAccessBlock", "replication", "website"})
    void deletingWhatCannotBeSetSucceeds(String name) throws IOException {
        assertThat(http.send(new Ask("DELETE", "/bucket?" + name)).status()).isEqualTo(204);
        refused(new Ask("DELETE", "/nobucket?" + name), 404, "NoSuchBucket");
    }

    @ParameterizedTest
    @ValueSource(strings = {"retention", "legal-hold", "retention&versionId=null"})
    void anObjectOfABucketWithoutLocksHasNone(String name) throws IOException {
        http.send(put("x"));
        refused(new Ask("GET", "/bucket/key?" + name), 400, "InvalidRequest");
        refused(new Ask("GET", "/nobucket/key?" + name), 404, "NoSuchBucket");
        http.send(new Ask("DELETE", "/bucket/key"));
    }

    @ParameterizedTest
    @CsvSource({
        "bucket%2Fa%2Fb%2520c",
        "%2Fbucket%2Fa%2Fb%2520c",
        "/bucket/a/b%2520c",
        "bucket/a%2Fb%2520c"
    })
    void aSourceMayBeEncodedWhole(String source) throws IOException {
        assertThat(http.send(new Ask("PUT", "/bucket/a/b%2520c").body("text")).status())
                .isEqualTo(200);
        assertThat(http.send(put("").header("x-amz-copy-source", source)).status()).isEqualTo(200);
        assertThat(http.send(new Ask("GET", "/bucket/key")).body()).isEqualTo("text");
        for (String key : new String[] {"key", "a/b%2520c"}) {
            assertThat(http.send(new Ask("DELETE", "/bucket/" + key)).status()).isEqualTo(204);
        }
    }

    @Test
    void anAbsentBucketIsToldInS3sWords() throws IOException {
        assertThat(refused(new Ask("GET", "/nobucket/k"), 404, "NoSuchBucket").element("Message"))
                .isEqualTo("The specified bucket does not exist.");
    }
}
