package io.giza.gateway.s3.auth;

import io.giza.record.AccessKeyRecord.Role;
import io.giza.record.KeyLimits;
import io.giza.replica.Account;

import java.util.Optional;
import java.util.Set;

/**
 * Who sent a request, once its signature was verified, or was seen to be none.
 *
 * @param accessKeyId the access key, empty if nobody signed
 * @param account the storage account it belongs to; the one that owns the bucket if nobody signed
 * @param role what it may ask as an operator
 * @param limits how much it may have this gateway do
 * @param restrictions what it may ask of S3
 * @param payload what the signature says of the body
 * @param signedHeaders the names of the headers that were signed with this one request, lower-case;
 *     none where a signature is good for many requests
 * @param session the session of a role that it is, empty if it is a key for good
 */
public record Caller(
        String accessKeyId,
        Account account,
        Role role,
        KeyLimits limits,
        Restrictions restrictions,
        PayloadMode payload,
        Set<String> signedHeaders,
        Optional<RoleSession> session) {
    public Caller {
        signedHeaders = Set.copyOf(signedHeaders);
    }

    /** A key that is there for good, without restrictions. */
    public Caller(
            String accessKeyId,
            Account account,
            Role role,
            KeyLimits limits,
            PayloadMode payload,
            Set<String> signedHeaders) {
        this(
                accessKeyId,
                account,
                role,
                limits,
                Restrictions.NONE,
                payload,
                signedHeaders,
                Optional.empty());
    }

    /**
     * Returns the sender of a request that nobody signed.
     *
     * @param charged the account that it is charged to
     */
    public static Caller anonymous(Account charged, PayloadMode payload) {
        return new Caller("", charged, Role.USER, KeyLimits.NONE, payload, Set.of());
    }

    /**
     * Returns the sender of a request that nobody signed, and that an identity provider vouches
     * for.
     */
    public static Caller ofIdentity(Account account, RoleSession session) {
        return new Caller(
                "",
                account,
                Role.USER,
                KeyLimits.NONE,
                Restrictions.NONE,
                new PayloadMode.Unsigned(),
                Set.of(),
                Optional.of(session));
    }

    /** Tells whether nobody signed the request. */
    public boolean isAnonymous() {
        return accessKeyId.isEmpty();
    }

    /**
     * Returns under which name it counts what the sender takes: the access key, or for a session
     * what made it, since whoever makes one may make many.
     */
    public String countedAs() {
        return session.map(RoleSession::countedAs).orElse(accessKeyId);
    }

    /** Returns the name that STS and the logs of buckets give the sender; it must have one. */
    public String arn() {
        return session.map(each -> each.arn(account.name()))
                .orElseGet(() -> "arn:aws:iam::" + account.name() + ":user/" + accessKeyId);
    }

    /** Returns what logs call the sender. */
    public String label() {
        return session.map(RoleSession::label).orElse(accessKeyId);
    }

    static Caller of(
            String accessKeyId,
            AccessKeys.Holder holder,
            PayloadMode payload,
            Set<String> signedHeaders) {
        return new Caller(
                accessKeyId,
                holder.account(),
                holder.role(),
                holder.limits(),
                holder.restrictions(),
                payload,
                signedHeaders,
                holder.session());
    }
}
