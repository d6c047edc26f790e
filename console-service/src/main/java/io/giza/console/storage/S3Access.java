package io.giza.console.storage;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;

import io.giza.console.cluster.Credentials;
import io.giza.console.cluster.Gateways;

import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

import java.net.URI;
import java.time.Duration;

/** Makes clients of S3 for whoever signed in, over one pool of connections. */
public final class S3Access {
    private static final int REMEMBERED = 200;
    private static final Duration UNUSED = Duration.ofMinutes(10);

    private final Gateways gateways;
    private final Region region;
    private final SdkHttpClient http;
    private final LoadingCache<Caller, S3Client> clients;

    private record Caller(Credentials credentials, URI endpoint) {}

    /** Makes clients. */
    public S3Access(Gateways gateways, String region, SdkHttpClient http) {
        this.gateways = gateways;
        this.region = Region.of(region);
        this.http = http;
        this.clients =
                Caffeine.newBuilder()
                        .maximumSize(REMEMBERED)
                        .expireAfterAccess(UNUSED)
                        .build(this::client);
    }

    /** Returns a client that signs as somebody; nobody closes it. */
    public S3Client as(Credentials credentials) {
        return clients.get(new Caller(credentials, gateways.current().endpoint()));
    }

    /** Returns what signs URLs for browsers as somebody, for the gateway that is used now. */
    public S3Presigner presigner(Credentials credentials) {
        return S3Presigner.builder()
                .region(region)
                .endpointOverride(gateways.current().s3Url())
                .credentialsProvider(provider(credentials))
                .serviceConfiguration(
                        S3Configuration.builder().pathStyleAccessEnabled(true).build())
                .build();
    }

    private S3Client client(Caller caller) {
        return S3Client.builder()
                .region(region)
                .endpointOverride(caller.endpoint)
                .credentialsProvider(provider(caller.credentials))
                .httpClient(http)
                .forcePathStyle(true)
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                .build();
    }

    private static StaticCredentialsProvider provider(Credentials credentials) {
        return StaticCredentialsProvider.create(
                AwsBasicCredentials.create(credentials.accessKey(), credentials.secretKey()));
    }
}
