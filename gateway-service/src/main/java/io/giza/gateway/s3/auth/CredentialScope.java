package io.giza.gateway.s3.auth;

/**
 * Where and when a signing key is good.
 *
 * @param date the day, yyyyMMdd
 * @param region any region
 * @param service always s3
 */
record CredentialScope(String date, String region, String service) {
    static final String TERMINATOR = "aws4_request";

    @Override
    public String toString() {
        return date + "/" + region + "/" + service + "/" + TERMINATOR;
    }
}
