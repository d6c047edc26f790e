package io.giza.cli.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;

import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** TLS that trusts who is in a file of certificates, and nobody else. */
final class TrustedAuthority {
    private TrustedAuthority() {}

    /**
     * Reads the file.
     *
     * @throws CommandException if it is no file of certificates in PEM
     */
    static SSLContext of(Path file) {
        try (InputStream pem = Files.newInputStream(file)) {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            for (Certificate each :
                    CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                trusted.setCertificateEntry("ca" + trusted.size(), each);
            }
            if (trusted.size() == 0) {
                throw new CommandException(
                        ExitCode.MISUSE, "--ca: " + file + " has no certificate in PEM.");
            }
            TrustManagerFactory trust =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(null, trust.getTrustManagers(), null);
            return tls;
        } catch (IOException | GeneralSecurityException e) {
            throw new CommandException(
                    ExitCode.MISUSE,
                    "--ca: " + file + " cannot be read: " + e.getMessage() + ".",
                    e);
        }
    }
}
