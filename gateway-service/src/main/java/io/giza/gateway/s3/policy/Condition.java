package io.giza.gateway.s3.policy;

import java.util.List;

/**
 * One key of a statement's conditions.
 *
 * @param operator how its values are compared
 * @param key its name, as {@link ConditionKey#normalised} has it
 * @param values what with: one of them suffices
 */
public record Condition(ConditionOperator operator, String key, List<Template> values) {
    public Condition {
        values = List.copyOf(values);
    }
}
