package io.giza.gateway.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.gateway.fake.InMemoryObjects;
import io.giza.gateway.fake.RunningGateway;
import io.giza.model.PutId;
import io.giza.model.VersionId;

import org.junit.jupiter.api.Test;

import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Exception;

import java.net.URI;
import java.util.UUID;

/** Versions that are named, by an unmodified AWS SDK. */
class VersionsTest {
    private static final StaticCredentialsProvider KEYS =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("gizaadmin", "gizaadmin"));

    @Test
    void versionsAreReadAndDeletedByTheirIds() {
        try (RunningGateway gateway = new RunningGateway();
                S3Client s3 = client(gateway)) {
            s3.createBucket(r -> r.bucket("bucket"));
            s3.putObject(r -> r.bucket("bucket").key("named"), RequestBody.fromString("x"));
            readAndDelete(s3);
            assertThat(gateway.objects().keys("bucket")).containsExactly("named");
        }
    }

    private static void readAndDelete(S3Client s3) {
        String unknown = new VersionId(0, 7, new PutId(new UUID(1, 2))).toString();
        assertFails(
                404,
                "NoSuchVersion",
                () -> s3.getObject(r -> r.bucket("bucket").key("named").versionId(unknown)));
        assertFails(
                405,
                "MethodNotAllowed",
                () ->
                        s3.getObject(
                                r ->
                                        r.bucket("bucket")
                                                .key("named")
                                                .versionId(InMemoryObjects.MARKER.toString())));
        s3.deleteObject(r -> r.bucket("bucket").key("named").versionId(unknown));
        assertFails(
                404,
                "NoSuchVersion",
                () -> s3.deleteObject(r -> r.bucket("bucket").key("named").versionId("abc")));
        assertFails(
                501,
                "NotImplemented",
                () ->
                        s3.deleteObject(
                                r ->
                                        r.bucket("bucket")
                                                .key("named")
                                                .versionId(unknown)
                                                .ifMatch("a")));
        var deleted =
                s3.deleteObjects(
                        r ->
                                r.bucket("bucket")
                                        .delete(
                                                d ->
                                                        d.objects(
                                                                ObjectIdentifier.builder()
                                                                        .key("named")
                                                                        .versionId(unknown)
                                                                        .build())));
        assertThat(deleted.deleted()).extracting(d -> d.versionId()).containsExactly(unknown);
    }

    private static S3Client client(RunningGateway gateway) {
        return S3Client.builder()
                .endpointOverride(URI.create("http://127.0.0.1:" + gateway.port()))
                .region(Region.EU_CENTRAL_1)
                .forcePathStyle(true)
                .credentialsProvider(KEYS)
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .overrideConfiguration(c -> c.retryStrategy(r -> r.maxAttempts(1)))
                .build();
    }

    private static void assertFails(int status, String code, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        S3Exception.class,
                        e -> {
                            assertThat(e.statusCode()).isEqualTo(status);
                            assertThat(e.awsErrorDetails().errorCode()).isEqualTo(code);
                        });
    }
}
