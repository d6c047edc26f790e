package io.giza.cli.installation;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;

/** A key of the configuration whose value is drawn once for an installation. */
enum Draw {
    /** What tells this cluster from all others. It is no secret. */
    CLUSTER_ID("giza.cluster-id", _ -> UUID.randomUUID().toString()),
    /** What services show each other: 256 bits. */
    CLUSTER_TOKEN("giza.cluster-token", random -> HexFormat.of().formatHex(bytes(random, 32))),
    /** What the secrets of access keys are encrypted with: 256 bits. */
    MASTER_KEY("giza.master-key", random -> Base64.getEncoder().encodeToString(bytes(random, 32))),
    /** The id of the first access key, in the form of those that are made later. */
    ACCESS_KEY("giza.gateway.access-key", Draw::accessKey),
    /** Its secret: 160 bits. */
    SECRET_KEY("giza.gateway.secret-key", random -> HexFormat.of().formatHex(bytes(random, 20))),
    /** What consoles encrypt sessions with: 256 bits. */
    SESSION_KEY(
            "giza.console.session-key",
            random -> Base64.getEncoder().encodeToString(bytes(random, 32)));

    private static final String ID_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int ID_LENGTH = 16;

    private final String key;
    private final Function<SecureRandom, String> value;

    Draw(String key, Function<SecureRandom, String> value) {
        this.key = key;
        this.value = value;
    }

    /** Returns the key, as configurations name it. */
    String key() {
        return key;
    }

    /** Returns it as the environment of a service names it. */
    String variable() {
        return key.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT);
    }

    /** Draws a value for each. */
    static Map<Draw, String> all(List<Draw> what) {
        SecureRandom random = new SecureRandom();
        Map<Draw, String> drawn = new TreeMap<>();
        what.forEach(each -> drawn.put(each, each.value.apply(random)));
        return drawn;
    }

    /** Returns all keys. */
    static List<String> keys() {
        return Arrays.stream(values()).map(Draw::key).toList();
    }

    private static byte[] bytes(SecureRandom random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private static String accessKey(SecureRandom random) {
        StringBuilder id = new StringBuilder("GIZA");
        random.ints(ID_LENGTH, 0, ID_CHARACTERS.length())
                .forEach(each -> id.append(ID_CHARACTERS.charAt(each)));
        return id.toString();
    }
}
