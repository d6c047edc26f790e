package io.giza.gateway.fake;

import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

import java.net.URI;

/** An unmodified AWS SDK for Java v2 with its default settings, but for its retries. */
public final class SdkClient {
    private static final StaticCredentialsProvider KEYS =
            StaticCredentialsProvider.create(
                    AwsBasicCredentials.create("gateway-test", "known-to-tests"));

    private SdkClient() {}

    /** Returns the keys that every gateway of the tests takes. */
    public static StaticCredentialsProvider keys() {
        return KEYS;
    }

    /** Returns a client of the gateway on a port. */
    public static S3Client to(int port) {
        return S3Client.builder()
                .endpointOverride(endpoint(port))
                .region(Region.EU_CENTRAL_1)
                .forcePathStyle(true)
                .credentialsProvider(KEYS)
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .overrideConfiguration(c -> c.retryStrategy(r -> r.maxAttempts(1)))
                .build();
    }

    /** Returns what signs URLs of the gateway on a port. */
    public static S3Presigner presigner(int port, Region region) {
        return S3Presigner.builder()
                .endpointOverride(endpoint(port))
                .region(region)
                .credentialsProvider(KEYS)
                .serviceConfiguration(
                        S3Configuration.builder().pathStyleAccessEnabled(true).build())
                .build();
    }

    private static URI endpoint(int port) {
        return URI.create("http://127.0.0.1:" + port);
    }
}
