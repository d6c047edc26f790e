package io.giza.gateway.s3.auth;

import io.giza.gateway.s3.auth.AuthFaults.Source;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.signature.CredentialScope;
import io.giza.signature.SigV4;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads the claim of a signature from the fields of a form; what is signed is the policy. */
final class FormClaimReader {
    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT);

    private FormClaimReader() {}

    /**
     * Reads a claim, whose payload is the policy as it was sent.
     *
     * @param fields by lower-case name
     */
    static SignatureClaim read(Map<String, String> fields) {
        if (fields.containsKey("awsaccesskeyid")) {
            throw AuthFaults.sigV2("");
        }
        if (!fields.containsKey("policy") && !fields.containsKey("x-amz-signature")) {
            throw new S3Exception(S3Error.ACCESS_DENIED);
        }
        String policy = required(fields, "policy");
        String algorithm = required(fields, "x-amz-algorithm");
        if (!algorithm.equals(SigV4.ALGORITHM)) {
            throw withArgument(
                    new S3Exception(S3Error.INVALID_ARGUMENT, "Only AWS4-HMAC-SHA256 is supported"),
                    "X-Amz-Algorithm",
                    algorithm);
        }
        Credential credential = credential(fields);
        String timestamp = required(fields, "x-amz-date");
        Instant signedAt = instant(timestamp);
        checkDay(credential, timestamp, fields);
        return new SignatureClaim(
                credential.accessKeyId(),
                credential.scope(),
                List.of(),
                required(fields, "x-amz-signature"),
                timestamp,
                signedAt,
                policy,
                false);
    }

    private static Credential credential(Map<String, String> fields) {
        String text = required(fields, "x-amz-credential");
        try {
            return Credential.parse(text, Source.FORM, CredentialScope.S3);
        } catch (S3Exception e) {
            throw withArgument(e, "x-amz-credential", text);
        }
    }

    private static void checkDay(
            Credential credential, String timestamp, Map<String, String> fields) {
        try {
            credential.checkDay(timestamp, Source.FORM);
        } catch (S3Exception e) {
            throw withArgument(e, "x-amz-credential", required(fields, "x-amz-credential"));
        }
    }

    private static S3Exception withArgument(S3Exception error, String name, String value) {
        return error.with("ArgumentName", name).with("ArgumentValue", value);
    }

    private static Instant instant(String timestamp) {
        try {
            return LocalDateTime.parse(timestamp, TIMESTAMP).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw withArgument(
                    new S3Exception(
                            S3Error.INVALID_ARGUMENT,
                            "X-Amz-Date must be formated via ISO8601 Long format"),
                    "X-Amz-Date",
                    timestamp);
        }
    }

    private static String required(Map<String, String> fields, String name) {
        String value = fields.get(name);
        if (value == null) {
            throw new S3Exception(
                            S3Error.INVALID_ARGUMENT,
                            "Bucket POST must contain a field named '"
                                    + name
                                    + "'.  If it is specified, please check the order of the"
                                    + " fields.")
                    .with("ArgumentName", name)
                    .with("ArgumentValue", "");
        }
        return value;
    }
}
