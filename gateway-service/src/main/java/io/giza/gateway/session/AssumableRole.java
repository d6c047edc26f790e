package io.giza.gateway.session;

import io.giza.gateway.s3.policy.Policy;
import io.giza.replica.Account;

import java.time.Duration;
import java.util.List;

/**
 * A role: what whoever assumes it may do for a while.
 *
 * @param name its name
 * @param account the account whose buckets it is for
 * @param policies each of which must allow a request
 * @param longest how long a session may last
 * @param trust who may assume it
 */
public record AssumableRole(
        String name, Account account, List<Policy> policies, Duration longest, Trust trust) {
    public AssumableRole {
        policies = List.copyOf(policies);
    }

    /** Tells whether somebody may assume it. */
    public boolean trusts(Assumer assumer) {
        return trust.includes(assumer);
    }

    /** Returns for whom an identity provider vouched, of those that the role asks for. */
    public String audience(List<String> said) {
        return String.join(" ", trust.audiencesOf(said));
    }
}
