package io.giza.lifecycle;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What the owner of a bucket wants to expire.
 *
 * @param rules 1 to 1,000 rules, each with an id of its own
 * @throws IllegalArgumentException if there are too few or too many, or two of one id
 */
public record LifecycleConfiguration(List<LifecycleRule> rules) {
    /** The greatest number of rules. */
    public static final int MAX_RULES = 1000;

    public LifecycleConfiguration {
        rules = List.copyOf(rules);
        if (rules.isEmpty() || rules.size() > MAX_RULES) {
            throw new IllegalArgumentException(
                    "a lifecycle has 1 to " + MAX_RULES + " rules, not " + rules.size());
        }
        Set<String> ids = new HashSet<>();
        for (LifecycleRule rule : rules) {
            if (!ids.add(rule.id())) {
                throw new IllegalArgumentException("two rules have the id " + rule.id());
            }
        }
    }
}
