package io.giza.gateway.s3.auth;

import io.giza.replica.Account;

import java.util.Optional;

/** The storage accounts of the cluster, by name. */
@FunctionalInterface
public interface Accounts {
    /** Finds an account. */
    Optional<Account> find(String name);
}
