package io.giza.standalone;

import java.util.Map;

/**
 * The S3 credentials of the cluster's only user.
 *
 * @param accessKey 3 to 128 characters
 * @param secretKey 8 to 128 characters
 * @throws RefusedException with the variable and the fix
 */
public record Credentials(String accessKey, String secretKey) {
    /** The credentials of a cluster on loopback for which none were chosen. */
    public static final Credentials DEFAULT = new Credentials("gizaadmin", "gizaadmin");

    public Credentials {
        check("GIZA_ACCESS_KEY", accessKey, 3);
        check("GIZA_SECRET_KEY", secretKey, 8);
    }

    /** Reads GIZA_ACCESS_KEY and GIZA_SECRET_KEY; an absent one has its default. */
    static Credentials from(Map<String, String> variables) {
        return new Credentials(
                variables.getOrDefault("GIZA_ACCESS_KEY", DEFAULT.accessKey),
                variables.getOrDefault("GIZA_SECRET_KEY", DEFAULT.secretKey));
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
