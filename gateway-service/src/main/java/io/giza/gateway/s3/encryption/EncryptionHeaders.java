package io.giza.gateway.s3.encryption;

import io.giza.gateway.encryption.CustomerKey;
import io.giza.gateway.encryption.EncryptionRequest;
import io.giza.gateway.encryption.StatedEncryption;
import io.giza.gateway.s3.error.Refusal;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;
import io.giza.model.Encryption;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** How an object is encrypted, as headers say it: what clients ask for, and what they are told. */
public final class EncryptionHeaders {
    static final String METHOD = "x-amz-server-side-encryption";

    /** SSE-S3. */
    public static final String AES = "AES256";

    /** SSE-KMS. */
    public static final String KMS = "aws:kms";

    private static final String DSSE = "aws:kms:dsse";
    private static final String KEY_ID = METHOD + "-aws-kms-key-id";
    private static final String CONTEXT = METHOD + "-context";
    private static final String BUCKET_KEY = METHOD + "-bucket-key-enabled";
    private static final int MAX_KEY_ID = 256;

    private EncryptionHeaders() {}

    /**
     * Returns how a new object is to be encrypted.
     *
     * @throws S3Exception InvalidArgument for what does not go together, or is unknown
     */
    public static EncryptionRequest requested(Headers headers) {
        Optional<CustomerKey> customer = CustomerKeyHeaders.OBJECT.read(headers);
        Optional<String> method = headers.value(METHOD);
        if (customer.isPresent()) {
            if (method.isPresent() || headers.has(KEY_ID)) {
                throw invalid(
                        "Server Side Encryption with Customer provided key is incompatible with the"
                                + " encryption method specified",
                        METHOD,
                        method.orElse(KMS));
            }
            return new EncryptionRequest.Customer(customer.get());
        }
        boolean bucketKey = bucketKey(headers);
        return switch (method.orElse("")) {
            case AES -> {
                requireNoKey(headers);
                yield new EncryptionRequest.Managed(bucketKey);
            }
            case KMS ->
                    new EncryptionRequest.Named(
                            headers.value(KEY_ID).map(EncryptionHeaders::keyId).orElse(""),
                            headers.value(CONTEXT).map(EncryptionContext::canonical).orElse(""),
                            bucketKey);
            case DSSE -> throw Refusal.header(METHOD);
            default -> {
                if (method.isPresent()) {
                    throw invalid(
                            "The encryption method specified is not supported",
                            METHOD,
                            method.get());
                }
                requireNoKey(headers);
                yield EncryptionRequest.BY_BUCKET;
            }
        };
    }

    /**
     * Returns what a part or a completion says of the encryption of its upload. S3 takes no such
     * headers there; clients of other stores send them, and are told if they are wrong.
     *
     * @throws S3Exception InvalidArgument for a method that is unknown
     */
    public static StatedEncryption stated(Headers headers) {
        return new StatedEncryption(
                headers.value(METHOD).map(EncryptionHeaders::kind),
                headers.value(KEY_ID).map(EncryptionHeaders::keyId));
    }

    /**
     * Requires that a part says the truth of its upload, if it says anything.
     *
     * @throws S3Exception InvalidArgument if it does not
     */
    public static void requireTrue(Headers headers, Optional<Encryption> upload) {
        if (!stated(headers).isOf(upload)) {
            throw untrue(headers);
        }
    }

    /** Returns what a client is told that says otherwise of an upload than it is. */
    public static S3Exception untrue(Headers headers) {
        return invalid(
                "The upload is not encrypted as this request says.",
                METHOD,
                headers.value(METHOD).orElse("null"));
    }

    private static Encryption.Kind kind(String method) {
        return switch (method) {
            case AES -> Encryption.Kind.MANAGED;
            case KMS -> Encryption.Kind.NAMED;
            default ->
                    throw invalid(
                            "The encryption method specified is not supported", METHOD, method);
        };
    }

    private static void requireNoKey(Headers headers) {
        for (String name : new String[] {KEY_ID, CONTEXT}) {
            if (headers.has(name)) {
                throw invalid(
                        "Server Side Encryption with AWS KMS managed key requires HTTP header"
                                + " x-amz-server-side-encryption : aws:kms",
                        METHOD,
                        headers.value(METHOD).orElse("null"));
            }
        }
    }

    private static boolean bucketKey(Headers headers) {
        String value = headers.value(BUCKET_KEY).orElse("false");
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default ->
                    throw invalid("The bucket key value must be true or false.", BUCKET_KEY, value);
        };
    }

    /** Returns the name of a key: what stands behind the last slash of an ARN, or the whole. */
    public static String keyId(String text) {
        String name =
                text.startsWith("arn:aws:kms:") ? text.substring(text.lastIndexOf('/') + 1) : text;
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0," + (MAX_KEY_ID - 1) + "}")) {
            throw invalid("The key id is not the name of a key.", KEY_ID, text);
        }
        return name;
    }

    static S3Exception invalid(String message, String name, String value) {
        return new S3Exception(S3Error.INVALID_ARGUMENT, message)
                .with("ArgumentName", name)
                .with("ArgumentValue", value);
    }

    /**
     * Returns the headers that say how an object is encrypted.
     *
     * @param request has the client's key where that is one
     */
    public static Map<String, String> describing(Optional<Encryption> encryption, Headers request) {
        Map<String, String> headers = new LinkedHashMap<>();
        encryption.ifPresent(
                each -> {
                    switch (each.kind()) {
                        case MANAGED -> headers.put(METHOD, AES);
                        case NAMED -> {
                            headers.put(METHOD, KMS);
                            headers.put(KEY_ID, each.keyId());
                        }
                        case CUSTOMER ->
                                headers.putAll(CustomerKeyHeaders.OBJECT.describing(request));
                    }
                    if (each.bucketKey()) {
                        headers.put(BUCKET_KEY, "true");
                    }
                });
        return headers;
    }
}
