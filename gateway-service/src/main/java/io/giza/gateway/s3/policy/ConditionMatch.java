package io.giza.gateway.s3.policy;

import io.giza.gateway.s3.policy.ConditionOperator.SetForm;
import io.giza.http.address.AddressRange;

import java.util.List;

/** Whether a condition holds for a request. */
final class ConditionMatch {
    private ConditionMatch() {}

    static boolean holds(Condition condition, PolicyRequest request) {
        ConditionOperator operator = condition.operator();
        List<String> actual = request.values(condition.key());
        if (operator.comparison() == ConditionOperator.Comparison.NULL) {
            String wanted = Boolean.toString(actual.isEmpty());
            return condition.values().stream()
                    .anyMatch(each -> each.source().equalsIgnoreCase(wanted));
        }
        boolean negated = operator.comparison().isNegated();
        if (actual.isEmpty()) {
            return operator.ifExists()
                    || operator.set() == SetForm.FOR_ALL_VALUES
                    || (negated && operator.set() == SetForm.NONE);
        }
        return switch (operator.set()) {
            case NONE ->
                    negated
                            ? actual.stream().allMatch(each -> holds(condition, each, request))
                            : actual.stream().anyMatch(each -> holds(condition, each, request));
            case FOR_ANY_VALUE -> actual.stream().anyMatch(each -> holds(condition, each, request));
            case FOR_ALL_VALUES ->
                    actual.stream().allMatch(each -> holds(condition, each, request));
        };
    }

    /** Whether it holds for one value of the request. */
    private static boolean holds(Condition condition, String actual, PolicyRequest request) {
        boolean matches =
                condition.values().stream()
                        .anyMatch(
                                each ->
                                        matches(
                                                condition.operator().comparison(),
                                                each,
                                                actual,
                                                request));
        return matches != condition.operator().comparison().isNegated();
    }

    /** Whether a value is one of the policy's, of a negated operator too. */
    private static boolean matches(
            ConditionOperator.Comparison comparison,
            Template wanted,
            String actual,
            PolicyRequest request) {
        return switch (comparison) {
            case STRING_EQUALS, STRING_NOT_EQUALS -> wanted.equals(actual, request);
            case STRING_EQUALS_IGNORE_CASE, STRING_NOT_EQUALS_IGNORE_CASE ->
                    wanted.equalsIgnoringCase(actual, request);
            case STRING_LIKE, STRING_NOT_LIKE -> wanted.matches(actual, request);
            case ARN_EQUALS, ARN_LIKE, ARN_NOT_EQUALS, ARN_NOT_LIKE ->
                    wanted.matchesArn(actual, request);
            case NUMERIC_EQUALS, NUMERIC_NOT_EQUALS ->
                    Values.compareNumbers(actual, wanted.source(), order -> order == 0);
            case NUMERIC_LESS_THAN ->
                    Values.compareNumbers(actual, wanted.source(), order -> order < 0);
            case NUMERIC_LESS_THAN_EQUALS ->
                    Values.compareNumbers(actual, wanted.source(), order -> order <= 0);
            case NUMERIC_GREATER_THAN ->
                    Values.compareNumbers(actual, wanted.source(), order -> order > 0);
            case NUMERIC_GREATER_THAN_EQUALS ->
                    Values.compareNumbers(actual, wanted.source(), order -> order >= 0);
            case DATE_EQUALS, DATE_NOT_EQUALS ->
                    Values.compareDates(actual, wanted.source(), order -> order == 0);
            case DATE_LESS_THAN -> Values.compareDates(actual, wanted.source(), order -> order < 0);
            case DATE_LESS_THAN_EQUALS ->
                    Values.compareDates(actual, wanted.source(), order -> order <= 0);
            case DATE_GREATER_THAN ->
                    Values.compareDates(actual, wanted.source(), order -> order > 0);
            case DATE_GREATER_THAN_EQUALS ->
                    Values.compareDates(actual, wanted.source(), order -> order >= 0);
            case BOOL -> wanted.source().equalsIgnoreCase(actual);
            case BINARY_EQUALS -> Values.sameBytes(actual, wanted.source());
            case IP_ADDRESS, NOT_IP_ADDRESS ->
                    AddressRange.parse(wanted.source())
                            .map(each -> each.contains(actual))
                            .orElse(false);
            case NULL -> throw new IllegalStateException("compares no values");
        };
    }
}
