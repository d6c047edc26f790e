package io.giza.gateway.s3.auth;

import io.giza.replica.Account;

import java.util.Optional;

/** The access keys this gateway knows. */
@FunctionalInterface
public interface AccessKeys {
    /** Finds the holder of an access key. */
    Optional<Holder> find(String accessKeyId);

    /**
     * Whom an access key belongs to.
     *
     * @param secret the secret that signs
     * @param account the storage account
     */
    record Holder(String secret, Account account) {
        /** Leaves the secret out. */
        @Override
        public String toString() {
            return "Holder[account=" + account.name() + "]";
        }
    }

    /** Returns the access keys of a gateway that has exactly one. */
    static AccessKeys single(String accessKeyId, Holder holder) {
        return asked -> asked.equals(accessKeyId) ? Optional.of(holder) : Optional.empty();
    }
}
