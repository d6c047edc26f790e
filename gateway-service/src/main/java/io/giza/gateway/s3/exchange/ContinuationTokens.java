package io.giza.gateway.s3.exchange;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Query;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Continuation tokens and page sizes: where a page starts, and how long it is. */
public final class ContinuationTokens {
    /** Lets the meaning of tokens change without misreading the ones that are out there. */
    private static final String FORMAT = "1";

    private static final int MAX_TOKEN_CHARS = 2048;

    private ContinuationTokens() {}

    /** Returns the token of the page after {@code after}. */
    public static String encode(String after) {
        return FORMAT
                + Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(after.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Returns what the page of a token comes after.
     *
     * @throws S3Exception InvalidArgument if {@link #encode} never made it
     */
    public static String decode(String token) {
        try {
            if (!token.startsWith(FORMAT) || token.length() > MAX_TOKEN_CHARS) {
                throw incorrect();
            }
            byte[] after = Base64.getUrlDecoder().decode(token.substring(FORMAT.length()));
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(after)).toString();
        } catch (IllegalArgumentException | CharacterCodingException e) {
            throw incorrect();
        }
    }

    /** Returns the size of a page: what the client asks for, at most {@code greatest}. */
    public static int limit(Query query, String parameter, int greatest) {
        String text = query.first(parameter).orElse("");
        if (text.isEmpty()) {
            return greatest;
        }
        if (!text.matches("-?\\d{1,10}") || Long.parseLong(text) > Integer.MAX_VALUE) {
            throw invalid(
                    parameter,
                    text,
                    "Provided " + parameter + " not an integer or within integer range");
        }
        if (Long.parseLong(text) < 0) {
            throw invalid(
                    parameter,
                    text,
                    "Argument " + parameter + " must be an integer between 0 and 2147483647");
        }
        return (int) Math.min(Long.parseLong(text), greatest);
    }

    private static S3Exception invalid(String parameter, String value, String message) {
        return new S3Exception(S3Error.INVALID_ARGUMENT, message)
                .with("ArgumentName", parameter)
                .with("ArgumentValue", value);
    }

    private static S3Exception incorrect() {
        return new S3Exception(
                        S3Error.INVALID_ARGUMENT, "The continuation token provided is incorrect")
                .with("ArgumentName", "continuation-token");
    }
}
