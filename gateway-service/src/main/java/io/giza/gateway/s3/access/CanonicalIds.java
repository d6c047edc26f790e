package io.giza.gateway.s3.access;

import static java.util.stream.Collectors.toUnmodifiableMap;

import io.giza.gateway.s3.auth.Accounts;
import io.giza.gateway.s3.exchange.Owner;

import java.util.Map;

/** The accounts of the cluster by their canonical ids. */
public final class CanonicalIds {
    private final Map<String, Owner> byId;

    /** Knows all accounts. */
    public CanonicalIds(Accounts accounts) {
        byId =
                accounts.names().stream()
                        .map(Owner::of)
                        .collect(toUnmodifiableMap(Owner::id, each -> each));
    }

    /** Tells whether a canonical id is an account's. */
    boolean exists(String id) {
        return byId.containsKey(id);
    }

    /** Returns whose a canonical id is; an account that is gone has no name. */
    Owner owner(String id) {
        return byId.getOrDefault(id, new Owner(id, ""));
    }
}
