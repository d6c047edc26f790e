package io.giza.gateway.s3.auth;

import io.giza.gateway.s3.auth.AuthFaults.Source;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads the claim of a signature from the fields of a form; what is signed is the policy. */
final class FormClaim {
    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT);
    private static final Pattern HEX_64 = Pattern.compile("[0-9a-f]{64}");

    private FormClaim() {}

    /**
     * Reads a claim, whose payload is the policy as it was sent.
     *
     * @param fields by lower-case name
     */
    static SignatureClaim read(Map<String, String> fields) {
        String policy = fields.get("policy");
        if (policy == null) {
            throw new S3Exception(S3Error.ACCESS_DENIED);
        }
        if (fields.containsKey("awsaccesskeyid")
                || !required(fields, "x-amz-algorithm").equals(SigV4.ALGORITHM)) {
            throw AuthFaults.unsupportedMechanism();
        }
        if (fields.containsKey("x-amz-security-token")) {
            throw new S3Exception(S3Error.INVALID_TOKEN);
        }
        Credential credential =
                Credential.parse(required(fields, "x-amz-credential"), Source.QUERY);
        String timestamp = required(fields, "x-amz-date");
        Instant signedAt = instant(timestamp);
        credential.checkDay(timestamp, Source.QUERY);
        String signature = required(fields, "x-amz-signature");
        if (!HEX_64.matcher(signature).matches()) {
            throw AuthFaults.query("X-Amz-Signature is not valid.");
        }
        return new SignatureClaim(
                credential.accessKeyId(),
                credential.scope(),
                List.of(),
                signature,
                timestamp,
                signedAt,
                policy,
                false);
    }

    private static Instant instant(String timestamp) {
        try {
            return LocalDateTime.parse(timestamp, TIMESTAMP).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw AuthFaults.query(
                    "X-Amz-Date must be in the ISO8601 Long Format" + " \"yyyyMMdd'T'HHmmss'Z'\"");
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
                    .with("ArgumentName", name);
        }
        return value;
    }
}
