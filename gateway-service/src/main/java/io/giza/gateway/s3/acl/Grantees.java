package io.giza.gateway.s3.acl;

import io.giza.acl.Grantee;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.policy.Requester;

import java.util.function.Predicate;

/** Who is named by one of the three ways that S3 has, and whom that means. */
public final class Grantees {
    private static final Requester LOGGING = new Requester.Service("logging.s3.amazonaws.com");

    private Grantees() {}

    /** Tells whether who asks is one of those whom a grantee stands for. */
    public static boolean include(Grantee grantee, Requester requester) {
        return switch (grantee) {
            case Grantee.Account(String id) ->
                    switch (requester) {
                        case Requester.User user -> user.account().canonicalId().equals(id);
                        case Requester.RoleSession session ->
                                session.account().canonicalId().equals(id);
                        case Requester.Anonymous _, Requester.Service _ -> false;
                    };
            case Grantee.Group.ALL_USERS -> true;
            case Grantee.Group.AUTHENTICATED_USERS ->
                    requester instanceof Requester.User
                            || requester instanceof Requester.RoleSession;
            case Grantee.Group.LOG_DELIVERY -> requester.equals(LOGGING);
        };
    }

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
