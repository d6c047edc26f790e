package io.giza.system.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.giza.gateway.check.RegionCheck;
import io.giza.standalone.cluster.StandaloneCluster;
import io.giza.standalone.config.DcStatus;
import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.FreePorts;
import io.giza.system.cluster.Gateways;
import io.giza.system.cluster.RunningCluster;
import io.giza.system.cluster.TestObject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.http.SdkHttpConfigurationOption;
import software.amazon.awssdk.http.TlsTrustManagersProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.utils.AttributeMap;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** TLS between all services, and to the gateways, by nothing but configuration. */
class TlsIT {
    private static final String PASSWORD = "not-a-secret";
    private static final String BUCKET = "tls";

    @Test
    void allServicesSpeakTlsWithOneBundle(@TempDir Path folder) throws Exception {
        Path keys = makeKeys(folder, "san=ip:127.0.0.1");
        TrustManager[] trust = trust(keys);
        try (StandaloneCluster cluster =
                StandaloneCluster.start(RunningCluster.onFreePorts(options(folder, keys)))) {
            DcStatus dc1 = cluster.endpoints().getFirst();
            DcStatus dc2 = cluster.endpoints().get(1);
            try (S3Client first = client(dc1, trust);
                    S3Client second = client(dc2, trust)) {
                first.createBucket(r -> r.bucket(BUCKET));
                for (int size : new int[] {1, 100_000, (4 << 20) + 1}) {
                    TestObject object = new TestObject("object-" + size, size);
                    object.putThrough(first, BUCKET);
                    object.assertReadThrough(second, BUCKET);
                }
                cluster.stopDc("dc3");
                new TestObject("object-100000", 100_000).assertReadThrough(second, BUCKET);
            }
            assertThat(checkOfRegions(cluster.endpoints(), certificateOf(keys))).isZero();
            assertThat(plainStatus(dc1.metadata())).isEqualTo(400);
            assertThat(plainStatus(dc1.fragments())).isEqualTo(400);
            assertThatExceptionOfType(SSLException.class)
                    .as("a client that does not trust the certificate")
                    .isThrownBy(() -> tlsStatus(dc1.metadata(), SSLContext.getDefault()));
            assertThat(tlsStatus(dc1.metadata(), context(trust))).isEqualTo(401);
        }
    }

    /** As 'helm test' does: a client that is given the authority as a file. */
    private static int checkOfRegions(List<DcStatus> dcs, Path authority) {
        List<String> arguments = new ArrayList<>(List.of("--ca=" + authority));
        dcs.stream().limit(2).forEach(dc -> arguments.add(secure(dc.s3()).toString()));
        Map<String, String> environment =
                Map.of(
                        "GIZA_ACCESS_KEY",
                        Gateways.KEY.accessKey(),
                        "GIZA_SECRET_KEY",
                        Gateways.KEY.secretKey());
        return RegionCheck.run(arguments, environment, System.out);
    }

    @Test
    void gatewaysTrustNoServiceWhoseCertificateNamesAnotherHost(@TempDir Path folder)
            throws Exception {
        Path keys = makeKeys(folder, "san=dns:elsewhere.invalid");
        StandaloneOptions options =
                options(folder, keys)
                        .withSetting("giza.requests.commit-timeout", "2s")
                        .withSetting("giza.requests.read-timeout", "2s");
        try (StandaloneCluster cluster =
                        StandaloneCluster.start(RunningCluster.onFreePorts(options));
                S3Client s3 = clientWithoutVerification(cluster.endpoints().getFirst())) {
            assertThatExceptionOfType(S3Exception.class)
                    .isThrownBy(() -> s3.createBucket(r -> r.bucket(BUCKET)))
                    .satisfies(refusal -> assertThat(refusal.statusCode()).isEqualTo(503));
            assertThat(Files.readString(cluster.log())).doesNotContain(PASSWORD);
        }
    }

    @Test
    void certificatesThatAreRenewedNeedNoRestart(@TempDir Path folder) throws Exception {
        Path keys = makeKeys(folder.resolve("first"), "san=ip:127.0.0.1");
        Path next = makeKeys(folder.resolve("next"), "san=ip:127.0.0.1");
        StandaloneOptions options =
                options(folder, keys)
                        .withSetting("spring.ssl.bundle.jks.cluster.reload-on-update", "true")
                        .withSetting("spring.ssl.bundle.watch.file.quiet-period", "200ms");
        try (StandaloneCluster cluster =
                StandaloneCluster.start(RunningCluster.onFreePorts(options))) {
            DcStatus dc1 = cluster.endpoints().getFirst();
            try (S3Client s3 = client(dc1, trust(keys))) {
                s3.createBucket(r -> r.bucket(BUCKET));
            }
            // At first whom to trust: while both are renewed, both are in use.
            keytool(trustOf(keys), "-importcert -noprompt -file " + certificateOf(next), "next");
            Files.copy(trustOf(keys), trustOf(next), StandardCopyOption.REPLACE_EXISTING);
            Files.copy(next, keys, StandardCopyOption.REPLACE_EXISTING);

            SSLContext onlyNext = context(trustOfOne(next));
            for (URI service : List.of(dc1.s3(), dc1.metadata(), dc1.fragments())) {
                await().atMost(Duration.ofMinutes(1)).until(() -> isTrusted(service, onlyNext));
            }
            try (S3Client s3 = client(dc1, trustOfOne(next))) {
                TestObject object = new TestObject("renewed", 100_000);
                object.putThrough(s3, BUCKET);
                object.assertReadThrough(s3, BUCKET);
            }
        }
    }

    private static boolean isTrusted(URI service, SSLContext context) throws Exception {
        try {
            return tlsStatus(service, context) > 0;
        } catch (SSLException e) {
            return false;
        }
    }

    private static Path certificateOf(Path keys) {
        return keys.resolveSibling("certificate.pem");
    }

    /** Trusts the certificate of a key pair alone. */
    private static TrustManager[] trustOfOne(Path keys)
            throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream bytes = Files.newInputStream(certificateOf(keys))) {
            store.setCertificateEntry(
                    "one", CertificateFactory.getInstance("X.509").generateCertificate(bytes));
        }
        return managers(store);
    }

    /** Believes whatever certificate the gateway shows, unlike the gateway itself. */
    private static S3Client clientWithoutVerification(DcStatus dc) {
        AttributeMap withoutVerification =
                AttributeMap.builder()
                        .put(SdkHttpConfigurationOption.TRUST_ALL_CERTIFICATES, true)
                        .build();
        return Gateways.builder(secure(dc.s3()))
                .httpClient(
                        UrlConnectionHttpClient.builder().buildWithDefaults(withoutVerification))
                .overrideConfiguration(c -> c.retryStrategy(r -> r.maxAttempts(1)))
                .build();
    }

    /** Returns the options of a cluster whose every endpoint is https. */
    private static StandaloneOptions options(Path folder, Path keys) {
        int port = FreePorts.inARow(30);
        StandaloneOptions options =
                StandaloneOptions.in(folder.resolve("data"))
                        .withCredentials(Gateways.KEY)
                        .withPort(port)
                        .withSetting("giza.tls.bundle", "cluster")
                        .withSetting("server.ssl.bundle", "cluster");
        Map<String, Path> stores = Map.of("keystore", keys, "truststore", trustOf(keys));
        for (Map.Entry<String, Path> store : stores.entrySet()) {
            String key = "spring.ssl.bundle.jks.cluster." + store.getKey();
            options =
                    options.withSetting(key + ".location", store.getValue().toUri().toString())
                            .withSetting(key + ".password", PASSWORD)
                            .withSetting(key + ".type", "PKCS12");
        }
        for (int dc = 0; dc < 3; dc++) {
            String key = "giza.topology.data-centers[" + dc + "].";
            options =
                    options.withSetting(
                                    key + "metadata", "https://127.0.0.1:" + (port + 10 * dc + 1))
                            .withSetting(
                                    key + "fragments", "https://127.0.0.1:" + (port + 10 * dc + 2));
        }
        return options;
    }

    /** Makes keys.p12, a key pair, and trust.p12 beside it, which trusts its certificate. */
    private static Path makeKeys(Path folder, String alternativeName)
            throws IOException, InterruptedException {
        Path keys = Files.createDirectories(folder).resolve("keys.p12");
        String certificate = certificateOf(keys).toString();
        keytool(keys, "-genkeypair -keyalg EC -dname CN=giza -validity 2 -ext " + alternativeName);
        keytool(keys, "-exportcert -rfc -file " + certificate);
        keytool(trustOf(keys), "-importcert -noprompt -file " + certificate);
        return keys;
    }

    private static Path trustOf(Path keys) {
        return keys.resolveSibling("trust.p12");
    }

    private static void keytool(Path store, String arguments)
            throws IOException, InterruptedException {
        keytool(store, arguments, "giza");
    }

    private static void keytool(Path store, String arguments, String alias)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments.split(" ", -1)));
        command.addAll(List.of("-alias", alias, "-storetype", "PKCS12"));
        command.addAll(List.of("-storepass", PASSWORD, "-keystore", store.toString()));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }

    private static TrustManager[] trust(Path keys) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream bytes = Files.newInputStream(trustOf(keys))) {
            store.load(bytes, PASSWORD.toCharArray());
        }
        return managers(store);
    }

    private static TrustManager[] managers(KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static SSLContext context(TrustManager[] trust) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust, null);
        return context;
    }

    private static S3Client client(DcStatus dc, TrustManager[] trust) {
        TlsTrustManagersProvider provider = () -> trust;
        return Gateways.builder(secure(dc.s3()))
                .httpClientBuilder(
                        UrlConnectionHttpClient.builder().tlsTrustManagersProvider(provider))
                .build();
    }

    private static URI secure(URI endpoint) {
        return URI.create("https://127.0.0.1:" + endpoint.getPort());
    }

    private static int plainStatus(URI service) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://127.0.0.1:" + service.getPort());
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
                    .statusCode();
        }
    }

    private static int tlsStatus(URI service, SSLContext context)
            throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newBuilder().sslContext(context).build()) {
            return client.send(
                            HttpRequest.newBuilder(secure(service)).build(),
                            BodyHandlers.discarding())
                    .statusCode();
        }
    }
}
