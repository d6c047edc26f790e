package io.giza.gateway.s3.encryption;

import io.giza.gateway.encryption.CustomerKey;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.RawRequest;

import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A key that a client sends (SSE-C): of the object, or of the source of a copy. */
public enum CustomerKeyHeaders {
    OBJECT("x-amz-server-side-encryption-customer-"),
    SOURCE("x-amz-copy-source-server-side-encryption-customer-");

    private static final String AES = "AES256";

    private final String algorithm;
    private final String key;
    private final String md5;

    CustomerKeyHeaders(String prefix) {
        algorithm = prefix + "algorithm";
        key = prefix + "key";
        md5 = prefix + "key-md5";
    }

    /**
     * Reads the key of a request, empty if it has none.
     *
     * @throws S3Exception InvalidArgument or InvalidEncryptionAlgorithmError
     */
    public Optional<CustomerKey> read(Headers headers) {
        if (!isIn(headers)) {
            return Optional.empty();
        }
        String declared = headers.value(algorithm).orElse("");
        if (declared.isEmpty()) {
            throw missing("a valid encryption algorithm.", algorithm);
        }
        if (!declared.equals(AES)) {
            throw new S3Exception(S3Error.INVALID_ENCRYPTION_ALGORITHM)
                    .with("ArgumentName", algorithm)
                    .with("ArgumentValue", declared);
        }
        String text = headers.value(key).orElse("");
        if (text.isEmpty()) {
            throw missing("an appropriate secret key.", key);
        }
        CustomerKey read =
                decoded(text)
                        .orElseThrow(
                                () ->
                                        problem(
                                                "The secret key was invalid for the specified"
                                                        + " algorithm.",
                                                key));
        String digest = headers.value(md5).orElse("");
        if (digest.isEmpty()) {
            throw missing("the client calculated MD5 of the secret key.", md5);
        }
        if (!digest.equals(read.md5())) {
            throw problem(
                    "The calculated MD5 hash of the key did not match the hash that was provided.",
                    md5);
        }
        return Optional.of(read);
    }

    private static Optional<CustomerKey> decoded(String text) {
        try {
            return CustomerKey.of(Base64.getDecoder().decode(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private boolean isIn(Headers headers) {
        return Stream.of(algorithm, key, md5).anyMatch(headers::has);
    }

    private static S3Exception missing(String what, String header) {
        return problem(
                "Requests specifying Server Side Encryption with Customer provided keys must"
                        + " provide "
                        + what,
                header);
    }

    /** The value may be a key, which is in no message. */
    private static S3Exception problem(String message, String header) {
        return new S3Exception(S3Error.INVALID_ARGUMENT, message).with("ArgumentName", header);
    }

    /** Returns what the answer says of the key of a request. */
    Map<String, String> describing(Headers headers) {
        return headers.value(md5)
                .map(digest -> Map.of(algorithm, AES, md5, digest))
                .orElseGet(Map::of);
    }

    /**
     * Checks that a key, if there is one, did not cross a network that others can read.
     *
     * @param request how it came
     * @param headers its headers, or the fields of its form
     * @param overHttp whether a proxy, or nobody, is trusted with that
     * @throws S3Exception InvalidRequest
     */
    public static void requireSafe(RawRequest request, Headers headers, boolean overHttp) {
        boolean hasKey = OBJECT.isIn(headers) || SOURCE.isIn(headers);
        if (hasKey && !request.isSecure() && !overHttp) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "Requests specifying Server Side Encryption with Customer provided keys must be"
                            + " made over a secure connection.");
        }
    }
}
