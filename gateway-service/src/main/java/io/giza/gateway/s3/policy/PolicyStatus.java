package io.giza.gateway.s3.policy;

import io.giza.gateway.s3.policy.ConditionOperator.SetForm;
import io.giza.http.address.AddressRange;

import java.util.Set;

/**
 * Whether a policy is public by S3's rule. A statement that allows something to everyone makes it
 * so, unless a condition binds it to fixed values of a key that tells who asks, or from where.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-control-block-public-access.html">The
 *     meaning of "public"</a>
 */
public final class PolicyStatus {
    private static final Set<String> BINDING =
            Set.of(
                    ConditionKey.SOURCE_IP,
                    "aws:principalaccount",
                    "aws:principalarn",
                    "aws:sourceaccount",
                    "aws:sourcearn",
                    "aws:userid");

    private PolicyStatus() {}

    /** Tells whether any statement makes a policy public. */
    public static boolean isPublic(Policy policy) {
        return policy.statements().stream().anyMatch(PolicyStatus::isPublic);
    }

    /** Tells whether a statement makes its policy public. */
    public static boolean isPublic(Statement statement) {
        boolean everyone =
                statement.principals().excluded()
                        || statement.principals().named().contains(new Principal.Everyone());
        return statement.effect() == Effect.ALLOW
                && everyone
                && statement.conditions().stream().noneMatch(PolicyStatus::binds);
    }

    private static boolean binds(Condition condition) {
        ConditionOperator operator = condition.operator();
        boolean holdsWithoutValue = operator.ifExists() || operator.set() == SetForm.FOR_ALL_VALUES;
        return BINDING.contains(condition.key())
                && !holdsWithoutValue
                && condition.values().stream()
                        .allMatch(each -> isFixed(operator.comparison(), each));
    }

    private static boolean isFixed(ConditionOperator.Comparison comparison, Template value) {
        return switch (comparison) {
            case STRING_EQUALS, STRING_EQUALS_IGNORE_CASE ->
                    value.variables().isEmpty() && !isAnyone(value);
            case STRING_LIKE, ARN_EQUALS, ARN_LIKE -> !value.isOpen() && !isAnyone(value);
            case IP_ADDRESS ->
                    AddressRange.parse(value.source()).filter(each -> !each.isBroad()).isPresent();
            default -> false;
        };
    }

    /** Requests that nobody signed have a value of their own. */
    private static boolean isAnyone(Template value) {
        return value.source().equalsIgnoreCase("anonymous");
    }
}
