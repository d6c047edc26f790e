package io.giza.console.cluster;

/**
 * With what somebody's requests are signed.
 *
 * @param accessKey the id
 * @param secretKey the secret
 */
public record Credentials(String accessKey, String secretKey) {
    /** Leaves the secret out. */
    @Override
    public String toString() {
        return "Credentials[accessKey=" + accessKey + "]";
    }
}
