package io.giza.gateway.s3.auth;

import io.giza.replica.Account;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The storage accounts of the cluster, by name. */
public interface Accounts {
    /** Finds an account. */
    Optional<Account> find(String name);

    /** Returns the names of all. */
    Set<String> names();

    /** Returns those of a map by name. */
    static Accounts of(Map<String, Account> byName) {
        Map<String, Account> all = Map.copyOf(byName);
        return new Accounts() {
            @Override
            public Optional<Account> find(String name) {
                return Optional.ofNullable(all.get(name));
            }

            @Override
            public Set<String> names() {
                return all.keySet();
            }
        };
    }
}
