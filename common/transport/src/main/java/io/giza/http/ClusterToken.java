package io.giza.http;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** What shows that a call comes from the cluster: {@code Authorization: Bearer} and its token. */
public final class ClusterToken {
    private static final int LEAST_TOKEN_CHARACTERS = 8;

    private final byte[] expected;

    /**
     * Takes the cluster's token.
     *
     * @throws IllegalArgumentException if it has less than 8 characters
     */
    public ClusterToken(String token) {
        if (token.length() < LEAST_TOKEN_CHARACTERS) {
            throw new IllegalArgumentException(
                    "giza.cluster-token must have at least "
                            + LEAST_TOKEN_CHARACTERS
                            + " characters; every service of the cluster carries the same one");
        }
        expected = ("Bearer " + token).getBytes(StandardCharsets.UTF_8);
    }

    /** Tells whether a header carries it, in the same time wherever the two differ. */
    public boolean isCarriedBy(@Nullable String authorization) {
        return authorization != null
                && MessageDigest.isEqual(expected, authorization.getBytes(StandardCharsets.UTF_8));
    }
}
