package io.giza.standalone.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;

/** The secret between the services of a cluster. */
public final class ClusterToken {
    /** Where it lies in the cluster's folder. */
    static final String FILE = "cluster.token";

    private static final int BYTES = 32;

    private ClusterToken() {}

    /**
     * Reads the secret of the cluster that runs on a folder.
     *
     * @throws RefusedException if it cannot be read
     */
    public static String of(Path folder) {
        Path file = folder.resolve(FILE);
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new RefusedException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    /** Returns a new secret of 256 bits in hexadecimal. */
    public static String random() {
        return HexFormat.of().formatHex(randomSecret());
    }

    /** Returns as many random bits. */
    static byte[] randomSecret() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }
}
