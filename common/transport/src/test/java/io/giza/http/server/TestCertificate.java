package io.giza.http.server;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate that was made for a test.
 *
 * @param member shows it, and trusts it
 * @param stranger trusts it, and shows none
 */
record TestCertificate(SSLContext member, SSLContext stranger) {
    private static final char[] PASSWORD = "password".toCharArray();

    static TestCertificate make(Path folder)
            throws IOException, InterruptedException, GeneralSecurityException {
        Path keys = folder.resolve("keys.p12");
        String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        String[] options =
                "-genkeypair -keyalg EC -dname CN=giza -validity 2 -alias giza -storetype PKCS12"
                        .split(" ");
        var command = new ArrayList<>(List.of(keytool));
        command.addAll(List.of(options));
        command.addAll(List.of("-storepass", new String(PASSWORD), "-keystore", keys.toString()));
        if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
            throw new IOException("keytool made no key");
        }
        KeyStore own = KeyStore.getInstance("PKCS12");
        try (InputStream bytes = Files.newInputStream(keys)) {
            own.load(bytes, PASSWORD);
        }
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("giza", own.getCertificate("giza"));
        return new TestCertificate(context(own, trusted), context(null, trusted));
    }

    private static SSLContext context(@Nullable KeyStore own, KeyStore trusted)
            throws GeneralSecurityException {
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(own, own == null ? null : PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
