package io.giza.gateway.session;

import java.time.Instant;

/**
 * Temporary credentials.
 *
 * @param accessKeyId the id of the key
 * @param secret what it signs with
 * @param token what each of its requests must bear
 * @param expires when they end
 */
public record Credentials(String accessKeyId, String secret, String token, Instant expires) {
    /** Leaves secret and token out. */
    @Override
    public String toString() {
        return "Credentials[" + accessKeyId + ", expires=" + expires + "]";
    }
}
