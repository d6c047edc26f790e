package io.giza.signature;

/**
 * Where and when a signing key is good.
 *
 * @param date the day, yyyyMMdd
 * @param region any region
 * @param service {@link #S3}, {@link #ADMIN} or {@link #SECURITY_TOKENS}
 */
public record CredentialScope(String date, String region, String service) {
    /** What requests of S3 are signed for. */
    public static final String S3 = "s3";

    /** What requests of operators are signed for, so that neither passes for the other. */
    public static final String ADMIN = "giza";

    /** What requests of temporary credentials are signed for. */
    public static final String SECURITY_TOKENS = "sts";

    /** What every scope ends with. */
    public static final String TERMINATOR = "aws4_request";

    @Override
    public String toString() {
        return date + "/" + region + "/" + service + "/" + TERMINATOR;
    }
}
