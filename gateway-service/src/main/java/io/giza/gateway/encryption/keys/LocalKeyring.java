package io.giza.gateway.encryption.keys;

import io.giza.gateway.encryption.KeyManagement;
import io.giza.gateway.encryption.KeyProblem;
import io.giza.gateway.encryption.WrappingKey;
import io.giza.model.Bytes;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;

/**
 * Named keys in a file, the same for all gateways: a name and 32 bytes in base 64 on each line. Of
 * the lines of one name the last is the newest version, and the others unwrap what they wrapped. A
 * version is named by a digest of its key, so lines may go in any order and old ones be left out.
 */
public final class LocalKeyring implements KeyManagement {
    private static final int VERSION_BYTES = 8;

    private final Path file;
    private final RandomGenerator random;
    private final AtomicReference<Content> content;

    private record Version(String name, WrappingKey key) {}

    private record Content(String text, Map<String, List<Version>> keys) {}

    /**
     * Opens a file, which is read again whenever it changed.
     *
     * @param random cryptographically strong
     * @throws IllegalArgumentException if it cannot be read, or a line of it is no key
     */
    public LocalKeyring(Path file, RandomGenerator random) {
        this.file = file;
        this.random = random;
        try {
            this.content = new AtomicReference<>(parse(Files.readString(file)));
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "giza.encryption.keyring-file cannot be read: " + e, e);
        }
    }

    @Override
    public WrapResult wrap(String key, byte[] dataKey, byte[] context) {
        List<Version> versions = current().getOrDefault(key, List.of());
        if (versions.isEmpty()) {
            return new Failed(KeyProblem.NO_SUCH_KEY, "there is no key " + key);
        }
        Version newest = versions.getLast();
        return new Wrapped(newest.name(), newest.key().wrap(dataKey, context, random));
    }

    @Override
    public UnwrapResult unwrap(String key, String version, Bytes wrapped, byte[] context) {
        for (Version each : current().getOrDefault(key, List.of())) {
            if (each.name().equals(version)) {
                try {
                    return new Unwrapped(each.key().unwrap(wrapped, context));
                } catch (GeneralSecurityException e) {
                    return new Failed(
                            KeyProblem.LOST, "key " + key + " did not wrap it for this object");
                }
            }
        }
        return new Failed(
                KeyProblem.LOST, "the keyring has no version " + version + " of key " + key);
    }

    /**
     * If the file cannot be read just now, or is being written, the keys stay as they are. Its
     * whole text is compared, since changes may have the same time of modification.
     */
    private Map<String, List<Version>> current() {
        Content known = content.get();
        try {
            String text = Files.readString(file);
            if (!text.equals(known.text())) {
                known = parse(text);
                content.set(known);
            }
        } catch (IOException | IllegalArgumentException e) {
            return known.keys();
        }
        return known.keys();
    }

    private static Content parse(String text) {
        Map<String, List<Version>> keys = new HashMap<>();
        int number = 0;
        for (String line : text.lines().map(String::strip).toList()) {
            number++;
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            String[] fields = line.split("\\s+", -1);
            byte[] key = fields.length == 2 ? decoded(fields[1]) : new byte[0];
            if (key.length != 32) {
                throw new IllegalArgumentException(
                        "giza.encryption.keyring-file: line "
                                + number
                                + " must be a name and 32 bytes in base 64");
            }
            keys.computeIfAbsent(fields[0], _ -> new ArrayList<>())
                    .add(new Version(nameOf(key), new WrappingKey(key)));
        }
        return new Content(text, keys);
    }

    private static byte[] decoded(String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    private static String nameOf(byte[] key) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update("giza key version 1".getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest(key), 0, VERSION_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
