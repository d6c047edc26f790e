package io.giza.gateway.s3.acl;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;

import java.util.function.Predicate;

/** Reads who is named by one of the three ways that S3 has. */
final class Grantees {
    private Grantees() {}

    /** Returns the account of a canonical id. */
    static Grantee account(String id, Predicate<String> known) {
        if (!known.test(id)) {
            throw invalid("Invalid id", "CanonicalUser/ID", id);
        }
        return new Grantee.Account(id);
    }

    /** Returns the group of a URI. */
    static Grantee group(String uri) {
        return Grantee.Group.named(uri).orElseThrow(() -> invalid("Invalid group uri", "uri", uri));
    }

    /** Accounts have no e-mail addresses here. */
    static S3Exception email(String address) {
        return new S3Exception(S3Error.UNRESOLVABLE_GRANT_BY_EMAIL_ADDRESS)
                .with("EmailAddress", address);
    }

    private static S3Exception invalid(String message, String name, String value) {
        return new S3Exception(S3Error.INVALID_ARGUMENT, message)
                .with("ArgumentName", name)
                .with("ArgumentValue", value);
    }
}
