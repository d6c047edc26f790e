package io.giza.http;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;

/** What shows that a call comes from the cluster: {@code Authorization: Bearer} and its token. */
public final class ClusterToken {
    private static final int LEAST_TOKEN_CHARACTERS = 8;

    private final List<byte[]> expected;

    /**
     * Takes the cluster's token.
     *
     * @throws IllegalArgumentException if it has less than 8 characters
     */
    public ClusterToken(String token) {
        this(List.of(token));
    }

    /**
     * Takes all tokens that are good: while the cluster's is changed, the old one and the new one.
     *
     * @throws IllegalArgumentException if one has less than 8 characters
     */
    public ClusterToken(List<String> tokens) {
        expected = tokens.stream().map(ClusterToken::header).toList();
    }

    private static byte[] header(String token) {
        if (token.length() < LEAST_TOKEN_CHARACTERS) {
            throw new IllegalArgumentException(
                    "giza.cluster-token must have at least "
                            + LEAST_TOKEN_CHARACTERS
                            + " characters; every service of the cluster carries the same one");
        }
        return ("Bearer " + token).getBytes(StandardCharsets.UTF_8);
    }

    /** Tells whether a header carries it, in the same time wherever the two differ. */
    public boolean isCarriedBy(@Nullable String authorization) {
        if (authorization == null) {
            return false;
        }
        byte[] given = authorization.getBytes(StandardCharsets.UTF_8);
        boolean isCarried = false;
        for (byte[] each : expected) {
            isCarried |= MessageDigest.isEqual(each, given);
        }
        return isCarried;
    }
}
