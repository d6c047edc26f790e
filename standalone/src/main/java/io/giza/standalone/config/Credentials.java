package io.giza.standalone.config;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The S3 credentials that a cluster starts with.
 *
 * @param accessKey 3 to 128 characters
 * @param secretKey 8 to 128 characters
 * @throws RefusedException with the variable and the fix
 */
public record Credentials(String accessKey, String secretKey) {
    private static final String ACCESS_KEY = "GIZA_ACCESS_KEY";
    private static final String SECRET_KEY = "GIZA_SECRET_KEY";
    private static final int ID_BYTES = 8;
    private static final int SECRET_BYTES = 20;

    public Credentials {
        check(ACCESS_KEY, accessKey, 3);
        check(SECRET_KEY, secretKey, 8);
    }

    /**
     * Reads GIZA_ACCESS_KEY and GIZA_SECRET_KEY, empty if neither is set.
     *
     * @throws RefusedException if only one of them is
     */
    public static Optional<Credentials> fromEnvironment(Map<String, String> variables) {
        String accessKey = variables.getOrDefault(ACCESS_KEY, "");
        String secretKey = variables.getOrDefault(SECRET_KEY, "");
        if (accessKey.isEmpty() && secretKey.isEmpty()) {
            return Optional.empty();
        }
        if (accessKey.isEmpty() || secretKey.isEmpty()) {
            String missing = accessKey.isEmpty() ? ACCESS_KEY : SECRET_KEY;
            throw new RefusedException(
                    missing
                            + " is not set and the other of "
                            + ACCESS_KEY
                            + " and "
                            + SECRET_KEY
                            + " is: set both, or neither for a key that the data folder keeps.");
        }
        return Optional.of(new Credentials(accessKey, secretKey));
    }

    /** Returns credentials that nobody can guess. */
    public static Credentials random() {
        SecureRandom random = new SecureRandom();
        byte[] id = new byte[ID_BYTES];
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(id);
        random.nextBytes(secret);
        HexFormat hex = HexFormat.of();
        return new Credentials(
                "GIZA" + hex.formatHex(id).toUpperCase(Locale.ROOT), hex.formatHex(secret));
    }

    /** Leaves the secret out. */
    @Override
    public String toString() {
        return "Credentials[accessKey=" + accessKey + "]";
    }

    private static void check(String variable, String text, int shortest) {
        boolean plain = text.chars().allMatch(c -> c > ' ' && c < 0x7f);
        if (text.length() < shortest || text.length() > 128 || !plain) {
            throw new RefusedException(
                    variable
                            + " must be "
                            + shortest
                            + " to 128 visible ASCII characters without spaces.");
        }
    }
}
