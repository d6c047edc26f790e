package io.giza.gateway.s3.auth;

import io.giza.record.AccessKeyRecord.Role;
import io.giza.record.KeyLimits;
import io.giza.replica.Account;

import java.util.Optional;

/** The access keys this gateway knows. */
@FunctionalInterface
public interface AccessKeys {
    /**
     * Finds the holder of an access key.
     *
     * @throws io.giza.gateway.s3.error.S3Exception if it cannot be found out now
     */
    Optional<Holder> find(String accessKeyId);

    /**
     * Whom an access key belongs to.
     *
     * @param secret the secret that signs
     * @param account the storage account
     * @param role what it may ask as an operator
     * @param limits how much it may have this gateway do
     * @param restrictions what it may ask of S3, and until when
     * @param session the session of a role that it is, empty if it is a key for good
     */
    record Holder(
            String secret,
            Account account,
            Role role,
            KeyLimits limits,
            Restrictions restrictions,
            Optional<RoleSession> session) {
        /** One without limits and restrictions. */
        public Holder(String secret, Account account, Role role) {
            this(secret, account, role, KeyLimits.NONE, Restrictions.NONE, Optional.empty());
        }

        /** Leaves the secret out. */
        @Override
        public String toString() {
            return "Holder[account=" + account.name() + ", role=" + role + "]";
        }
    }

    /** Returns these access keys, and those of {@code others} that are not among them. */
    default AccessKeys or(AccessKeys others) {
        return requestedId -> find(requestedId).or(() -> others.find(requestedId));
    }

    /** Returns exactly one access key. */
    static AccessKeys single(String accessKeyId, Holder holder) {
        return requestedId ->
                requestedId.equals(accessKeyId) ? Optional.of(holder) : Optional.empty();
    }
}
