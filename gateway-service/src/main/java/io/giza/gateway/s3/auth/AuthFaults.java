package io.giza.gateway.s3.auth;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;

/**
 * What S3 answers where a claim of a signature is not well formed. Clients show these texts to
 * people, who search for them, so they are S3's own.
 */
final class AuthFaults {
    private static final String CREDENTIAL_FORM =
            "the Credential is mal-formed; expecting"
                    + " \"<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request\".";

    private AuthFaults() {}

    /** Faults of the Authorization header, of the query's X-Amz-Credential, or of a form's. */
    enum Source {
        HEADER,
        QUERY,
        FORM;

        S3Exception credential() {
            return of(CREDENTIAL_FORM);
        }

        S3Exception service(String given, String expected) {
            return of(
                    "incorrect service \""
                            + given
                            + "\". This endpoint belongs to \""
                            + expected
                            + "\".");
        }

        S3Exception terminal(String given) {
            return of("incorrect terminal \"" + given + "\". This endpoint uses \"aws4_request\".");
        }

        S3Exception dateFormat(String given) {
            return of(
                    "incorrect date format \""
                            + given
                            + "\". This date in the credential must be in the format"
                            + " \"yyyyMMdd\".");
        }

        S3Exception dateMismatch(String given, String day) {
            String text =
                    "Invalid credential date \""
                            + given
                            + "\". This date is not the same as X-Amz-Date: \""
                            + day
                            + "\".";
            return this == QUERY ? query(text) : of(text);
        }

        private S3Exception of(String text) {
            return switch (this) {
                case HEADER -> header(text);
                case QUERY -> query("Error parsing the X-Amz-Credential parameter; " + text);
                case FORM -> new S3Exception(S3Error.INVALID_ARGUMENT, text);
            };
        }
    }

    static S3Exception header(String text) {
        return new S3Exception(
                S3Error.AUTHORIZATION_HEADER_MALFORMED,
                "The authorization header is malformed; " + text);
    }

    static S3Exception query(String text) {
        return new S3Exception(S3Error.AUTHORIZATION_QUERY_PARAMETERS_ERROR, text);
    }

    static S3Exception missingParameters() {
        return query(
                "Query-string authentication version 4 requires the X-Amz-Algorithm,"
                        + " X-Amz-Credential, X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders,"
                        + " and X-Amz-Expires parameters.");
    }

    static S3Exception unsupportedMechanism() {
        return new S3Exception(
                S3Error.INVALID_REQUEST,
                "The authorization mechanism you have provided is not supported. Please use"
                        + " AWS4-HMAC-SHA256.");
    }

    /**
     * Botocore signs queries and forms by version 2 in old regions, and says nothing of it.
     *
     * @param setting what an operator may do about it, empty for nothing
     */
    static S3Exception sigV2(String setting) {
        return new S3Exception(
                S3Error.INVALID_REQUEST,
                unsupportedMechanism().message()
                        + " In boto3 that is Config(signature_version='s3v4'), or a region such as"
                        + " eu-central-1."
                        + (setting.isEmpty() ? "" : " To accept version 2, " + setting + "."));
    }

    static S3Exception authorization(String text, String given) {
        return new S3Exception(S3Error.INVALID_ARGUMENT, text)
                .with("ArgumentName", "Authorization")
                .with("ArgumentValue", given);
    }

    static S3Exception date() {
        return new S3Exception(
                S3Error.ACCESS_DENIED,
                "AWS authentication requires a valid Date or x-amz-date header.");
    }
}
