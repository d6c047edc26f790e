package io.giza.gateway.check;

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

/** Trust in the certificates of a PEM file, as a cluster's own authority has them. */
final class TrustedAuthorities {
    private TrustedAuthorities() {}

    /**
     * Returns TLS that trusts who is in a file, and nobody else.
     *
     * @throws IOException if the file cannot be read or has no certificate
     */
    static SSLContext of(Path file) throws IOException {
        try (InputStream pem = Files.newInputStream(file)) {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            for (Certificate each :
                    CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                trusted.setCertificateEntry("authority-" + trusted.size(), each);
            }
            if (trusted.size() == 0) {
                throw new IOException(file + " has no certificate in it");
            }
            TrustManagerFactory managers =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(trusted);
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(null, managers.getTrustManagers(), null);
            return tls;
        } catch (GeneralSecurityException e) {
            throw new IOException(file + " is no file of certificates in PEM", e);
        }
    }
}
