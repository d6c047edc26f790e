package io.giza.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** What is below the JVM, of packages that lie unpacked. */
class BaseFilesTest {
    @TempDir private Path folder;

    /** The lock has the packages themselves unpacked by nobody: they lie there already. */
    private BaseFiles files(String... taken) {
        BaseLock.Package one = new BaseLock.Package("libc6", "1", "all", "aa", List.of(taken));
        return new BaseFiles(new BaseLock(List.of(), List.of(one)), (each, into) -> {});
    }

    @Test
    void linksBecomeWhatTheyLeadTo() throws IOException {
        Path unpacked = Files.createDirectories(folder.resolve("unpacked"));
        Files.createDirectories(unpacked.resolve("lib"));
        Files.createDirectories(unpacked.resolve("lib64"));
        Files.writeString(unpacked.resolve("lib/libstdc++.so.6.0.30"), "library");
        Files.createSymbolicLink(
                unpacked.resolve("lib/libstdc++.so.6"), Path.of("libstdc++.so.6.0.30"));
        Files.createSymbolicLink(unpacked.resolve("lib64/ld.so"), Path.of("/lib/libstdc++.so.6"));

        Path root = folder.resolve("root");
        files("/lib/libstdc++.so.6", "/lib64/ld.so").libraries(unpacked, root);

        assertThat(Folders.files(root))
                .containsExactly(root.resolve("lib/libstdc++.so.6"), root.resolve("lib64/ld.so"))
                .allSatisfy(file -> assertThat(file).isRegularFile().hasContent("library"))
                .noneMatch(Files::isSymbolicLink);
    }

    @Test
    void aFileThatNoPackageHasIsNamed() {
        assertThatExceptionOfType(ImageException.class)
                .isThrownBy(
                        () -> files("/lib/libm.so.6").libraries(folder.resolve("unpacked"), folder))
                .withMessageContaining("images/base.lock have no /lib/libm.so.6");
    }

    @Test
    void aJvmTrustsTheAuthoritiesThatThePackageHasAndTwoStoresAreTheSame() throws Exception {
        X509Certificate authority = anyAuthority();
        Path names =
                Files.createDirectories(
                        folder.resolve("unpacked/usr/share/ca-certificates/mozilla"));
        Files.writeString(
                names.resolve("Some_Authority.crt"),
                "-----BEGIN CERTIFICATE-----\n"
                        + Base64.getMimeEncoder().encodeToString(authority.getEncoded())
                        + "\n-----END CERTIFICATE-----\n");

        Path first = folder.resolve("first");
        Path second = folder.resolve("second");
        BaseFiles.trust(folder.resolve("unpacked"), first);
        BaseFiles.trust(folder.resolve("unpacked"), second);

        assertThat(first).hasSameBinaryContentAs(second);
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(first)) {
            store.load(in, null);
        }
        assertThat(trustedBy(store)).containsExactly(authority);
    }

    private static X509Certificate anyAuthority() throws Exception {
        return trustedBy(null).getFirst();
    }

    private static List<X509Certificate> trustedBy(@Nullable KeyStore store) throws Exception {
        TrustManagerFactory factory =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        X509TrustManager manager = (X509TrustManager) factory.getTrustManagers()[0];
        return Arrays.asList(manager.getAcceptedIssuers());
    }
}
