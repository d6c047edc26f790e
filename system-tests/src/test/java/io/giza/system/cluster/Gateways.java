package io.giza.system.cluster;

import io.giza.standalone.config.Credentials;

import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

import java.net.URI;

/** Unmodified AWS SDK clients of gateways, with the SDK's default settings. */
public final class Gateways {
    /** What every cluster of the tests is started with. */
    public static final Credentials KEY = Credentials.random();

    private Gateways() {}

    /** Returns a client of one gateway. */
    static S3Client client(URI endpoint) {
        return builder(endpoint).httpClientBuilder(UrlConnectionHttpClient.builder()).build();
    }

    /** Returns a client that gives every failure to its caller at once. */
    public static S3Client clientWithoutRetries(URI endpoint) {
        return builder(endpoint)
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .overrideConfiguration(c -> c.retryStrategy(r -> r.maxAttempts(1)))
                .build();
    }

    /** Returns what remains to be built after the endpoint and the credentials are known. */
    public static S3ClientBuilder builder(URI endpoint) {
        return S3Client.builder()
                .endpointOverride(endpoint)
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .credentialsProvider(
                        StaticCredentialsProvider.create(
                                AwsBasicCredentials.create(KEY.accessKey(), KEY.secretKey())));
    }
}
