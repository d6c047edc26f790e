package io.giza.gateway.s3.policy;

import java.util.List;

/**
 * A policy that was read and checked.
 *
 * @param version the version of the language
 * @param id what its author calls it, empty if nothing
 * @param statements at least one
 */
public record Policy(PolicyVersion version, String id, List<Statement> statements) {
    public Policy {
        statements = List.copyOf(statements);
    }
}
