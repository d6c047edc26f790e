package io.giza.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/** Whom a file of certificates has services trust. */
class AuthorityFileTest {
    private static final String PASSWORD = "password";

    @TempDir private Path folder;
    private Path own;
    private HttpsServer server;

    @BeforeEach
    void start() throws Exception {
        own = makeKeys("own");
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream bytes = Files.newInputStream(folder.resolve("own.p12"))) {
            keys.load(bytes, PASSWORD.toCharArray());
        }
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(managers.getKeyManagers(), null, null);
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        server.createContext("/", exchange -> exchange.sendResponseHeaders(204, -1));
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void whoIsInTheFileIsTrustedAndNobodyElse() throws Exception {
        assertThat(status(new AuthorityFile(own))).isEqualTo(204);
        AuthorityFile other = new AuthorityFile(makeKeys("other"));
        assertThatExceptionOfType(SSLException.class).isThrownBy(() -> status(other));
    }

    @Test
    void withoutTheFileTheJvmTrustsWhomItDoes() throws Exception {
        AuthorityFile none = new AuthorityFile(folder.resolve("none.crt"));
        assertThat(none.get()).isSameAs(SSLContext.getDefault());
        assertThatExceptionOfType(SSLException.class).isThrownBy(() -> status(none));
    }

    @Test
    void whatChangesInTheFileHolds() throws Exception {
        Path file = folder.resolve("ca.crt");
        AuthorityFile authority = new AuthorityFile(file);
        Files.copy(makeKeys("other"), file);
        assertThatExceptionOfType(SSLException.class).isThrownBy(() -> status(authority));
        Files.copy(own, file, StandardCopyOption.REPLACE_EXISTING);
        Files.setLastModifiedTime(file, FileTime.fromMillis(1));
        assertThat(status(authority)).isEqualTo(204);
    }

    @Test
    void whatIsHalfWrittenLeavesWhatWas() throws Exception {
        Path file = Files.copy(own, folder.resolve("ca.crt"));
        AuthorityFile authority = new AuthorityFile(file);
        Files.writeString(file, "-----BEGIN CERTIFICATE-----\nMII");
        Files.setLastModifiedTime(file, FileTime.fromMillis(1));
        assertThat(status(authority)).isEqualTo(204);
    }

    @Test
    void aFileOfSomethingElseIsRefusedAtTheStart() throws Exception {
        Path file = Files.writeString(folder.resolve("ca.crt"), "no certificate");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AuthorityFile(file))
                .withMessageContaining("ca.crt is no file of certificates in PEM");
    }

    private int status(AuthorityFile authority) throws Exception {
        try (HttpClient client = HttpClient.newBuilder().sslContext(authority.get()).build()) {
            URI uri = URI.create("https://127.0.0.1:" + server.getAddress().getPort());
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
                    .statusCode();
        }
    }

    /** Makes a key that vouches for itself, and returns the file of its certificate. */
    private Path makeKeys(String name) throws Exception {
        Path certificate = folder.resolve(name + ".crt");
        keytool(
                name,
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-validity",
                "2",
                "-ext",
                "san=ip:127.0.0.1");
        keytool(name, "-exportcert", "-rfc", "-file", certificate.toString());
        return certificate;
    }

    private void keytool(String name, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-alias", name, "-storetype", "PKCS12", "-storepass", PASSWORD));
        command.addAll(List.of("-keystore", folder.resolve(name + ".p12").toString()));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }
}
