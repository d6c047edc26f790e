package io.giza.images;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Security;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.Locale;

/** Puts together what is below the JVM in an image: the C library, its settings, the user. */
final class BaseFiles {
    /** The user and the group that services run as. */
    static final int USER = 10001;

    private static final String CERTIFICATES = "/usr/share/ca-certificates/mozilla";

    private final BaseLock lock;
    private final Packages packages;

    /** Where packages come from. */
    interface Packages {
        /** Unpacks one into a folder that exists. */
        void unpack(BaseLock.Package one, Path folder) throws IOException;
    }

    BaseFiles(BaseLock lock, Packages packages) {
        this.lock = lock;
        this.packages = packages;
    }

    /** Writes who the user is, and that names of hosts come from /etc/hosts and the DNS. */
    static void settings(Path root) throws IOException {
        Path etc = Files.createDirectories(root.resolve("etc"));
        Files.writeString(
                etc.resolve("passwd"),
                "root:x:0:0:root:/:/sbin/nologin\ngiza:x:%d:%d:giza:/tmp:/sbin/nologin\n"
                        .formatted(USER, USER));
        Files.writeString(etc.resolve("group"), "root:x:0:\ngiza:x:%d:\n".formatted(USER));
        Files.writeString(
                etc.resolve("nsswitch.conf"), "passwd: files\ngroup: files\nhosts: files dns\n");
    }

    /**
     * Unpacks the packages of the lock and takes what it names. Links become what they lead to, so
     * that an image has none that leads nowhere.
     *
     * @param unpacked where all of the packages goes
     * @param root where what is taken goes
     */
    void libraries(Path unpacked, Path root) throws IOException {
        String here = DebianPackages.architecture();
        Files.createDirectories(unpacked);
        for (BaseLock.Package one : lock.packages()) {
            if (!List.of("all", here).contains(one.architecture())) {
                throw new ImageException(
                        ("images/base.lock has packages for %s alone, and this machine is %s: build"
                                        + " there, or use --base IMAGE@sha256:...")
                                .formatted(one.architecture(), here));
            }
            packages.unpack(one, unpacked);
        }
        for (BaseLock.Package one : lock.packages()) {
            for (String file : one.files()) {
                Folders.copy(target(unpacked, file), root.resolve(file.substring(1)));
            }
        }
    }

    /** Follows links within the unpacked packages, where absolute ones lead into them too. */
    private static Path target(Path unpacked, String file) throws IOException {
        Path path = unpacked.resolve(file.substring(1));
        while (Files.isSymbolicLink(path)) {
            Path link = Files.readSymbolicLink(path);
            path =
                    link.isAbsolute()
                            ? unpacked.resolve(link.toString().substring(1))
                            : path.resolveSibling(link);
        }
        if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new ImageException(
                    "the packages of images/base.lock have no " + file + ": correct its line.");
        }
        return path;
    }

    /**
     * Has a JVM trust the authorities that Debian's package names, and not those of this machine,
     * which may have some of its own.
     */
    static void trust(Path unpacked, Path keystore) throws IOException {
        // Without a password and a salt, two builds are the same. It holds nothing secret.
        Security.setProperty("keystore.pkcs12.certProtectionAlgorithm", "NONE");
        Security.setProperty("keystore.pkcs12.macAlgorithm", "NONE");
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            for (Path file : Folders.files(unpacked.resolve(CERTIFICATES.substring(1)))) {
                try (InputStream in = Files.newInputStream(file)) {
                    store.setCertificateEntry(alias(file), factory.generateCertificate(in));
                }
            }
            Files.deleteIfExists(keystore);
            try (OutputStream out = Files.newOutputStream(keystore)) {
                store.store(out, null);
            }
        } catch (GeneralSecurityException e) {
            throw new ImageException("cannot read Debian's certificates: " + e.getMessage(), e);
        }
    }

    /** Some names of authorities have letters that depend on how this machine encodes names. */
    private static String alias(Path file) {
        return file.getFileName()
                .toString()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9._]+", "-");
    }
}
