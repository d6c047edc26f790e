package io.giza.service;

import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.NoSuchAlgorithmException;
import java.util.function.Supplier;

import javax.net.ssl.SSLContext;

/**
 * TLS that trusts who is in a file of certificates, and nobody else; where the file is not there,
 * it trusts whom the JVM trusts. A Secret may lack the certificate of its authority, where
 * everybody knows that. What changes in the file holds for connections that are made afterwards.
 */
public final class AuthorityFile implements Supplier<SSLContext> {
    private final Path file;
    private volatile Read read;

    /** What the file was when it was read; of no time, if it was not there. */
    private record Read(FileTime time, SSLContext context) {}

    private static final FileTime NEVER = FileTime.fromMillis(Long.MIN_VALUE);

    /**
     * Reads a file, which may not exist.
     *
     * @throws IllegalArgumentException if it has no certificates in PEM
     */
    public AuthorityFile(Path file) {
        this.file = file;
        this.read = read(time(file));
    }

    @Override
    public SSLContext get() {
        FileTime time = time(file);
        Read last = read;
        if (last.time().equals(time)) {
            return last.context();
        }
        try {
            last = read(time);
        } catch (IllegalArgumentException e) {
            // It may be half written, and will change again.
            last = new Read(time, last.context());
        }
        read = last;
        return last.context();
    }

    private static FileTime time(Path file) {
        try {
            return Files.exists(file) ? Files.getLastModifiedTime(file) : NEVER;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Read read(FileTime time) {
        try {
            return new Read(time, time.equals(NEVER) ? SSLContext.getDefault() : trusting(file));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static SSLContext trusting(Path file) {
        try {
            var certificates = PemSslStoreDetails.forCertificate(file.toUri().toString());
            return SslBundle.of(new PemSslStoreBundle(null, certificates)).createSslContext();
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new IllegalArgumentException(file + " is no file of certificates in PEM", e);
        }
    }
}
