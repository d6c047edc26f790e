package io.giza.gateway.s3.policy;

import java.util.Arrays;
import java.util.Optional;

/**
 * An operator of a condition, as in {@code ForAnyValue:StringNotLikeIfExists}.
 *
 * @param set how several values of the request are taken together
 * @param comparison how one of them is compared
 * @param ifExists whether it holds where the request has no value
 */
public record ConditionOperator(SetForm set, Comparison comparison, boolean ifExists) {
    private static final String IF_EXISTS = "IfExists";

    /** How several values of a request are taken together. */
    public enum SetForm {
        /** Of negated operators all must differ; of others one must match. */
        NONE(""),
        /** It holds for one of them at least. */
        FOR_ANY_VALUE("ForAnyValue:"),
        /** It holds for each of them, which it does where there are none. */
        FOR_ALL_VALUES("ForAllValues:");

        private final String prefix;

        SetForm(String prefix) {
            this.prefix = prefix;
        }
    }

    /** What kind of values an operator compares. */
    public enum Kind {
        STRING,
        NUMERIC,
        DATE,
        BOOL,
        BINARY,
        IP_ADDRESS,
        ARN,
        NULL
    }

    /** The operators without what may stand around them. */
    public enum Comparison {
        STRING_EQUALS("StringEquals", Kind.STRING, false),
        STRING_NOT_EQUALS("StringNotEquals", Kind.STRING, true),
        STRING_EQUALS_IGNORE_CASE("StringEqualsIgnoreCase", Kind.STRING, false),
        STRING_NOT_EQUALS_IGNORE_CASE("StringNotEqualsIgnoreCase", Kind.STRING, true),
        STRING_LIKE("StringLike", Kind.STRING, false),
        STRING_NOT_LIKE("StringNotLike", Kind.STRING, true),
        NUMERIC_EQUALS("NumericEquals", Kind.NUMERIC, false),
        NUMERIC_NOT_EQUALS("NumericNotEquals", Kind.NUMERIC, true),
        NUMERIC_LESS_THAN("NumericLessThan", Kind.NUMERIC, false),
        NUMERIC_LESS_THAN_EQUALS("NumericLessThanEquals", Kind.NUMERIC, false),
        NUMERIC_GREATER_THAN("NumericGreaterThan", Kind.NUMERIC, false),
        NUMERIC_GREATER_THAN_EQUALS("NumericGreaterThanEquals", Kind.NUMERIC, false),
        DATE_EQUALS("DateEquals", Kind.DATE, false),
        DATE_NOT_EQUALS("DateNotEquals", Kind.DATE, true),
        DATE_LESS_THAN("DateLessThan", Kind.DATE, false),
        DATE_LESS_THAN_EQUALS("DateLessThanEquals", Kind.DATE, false),
        DATE_GREATER_THAN("DateGreaterThan", Kind.DATE, false),
        DATE_GREATER_THAN_EQUALS("DateGreaterThanEquals", Kind.DATE, false),
        BOOL("Bool", Kind.BOOL, false),
        BINARY_EQUALS("BinaryEquals", Kind.BINARY, false),
        IP_ADDRESS("IpAddress", Kind.IP_ADDRESS, false),
        NOT_IP_ADDRESS("NotIpAddress", Kind.IP_ADDRESS, true),
        ARN_EQUALS("ArnEquals", Kind.ARN, false),
        ARN_LIKE("ArnLike", Kind.ARN, false),
        ARN_NOT_EQUALS("ArnNotEquals", Kind.ARN, true),
        ARN_NOT_LIKE("ArnNotLike", Kind.ARN, true),
        NULL("Null", Kind.NULL, false);

        private final String text;
        private final Kind kind;
        private final boolean negated;

        Comparison(String text, Kind kind, boolean negated) {
            this.text = text;
            this.kind = kind;
            this.negated = negated;
        }

        /** Returns its name in documents. */
        public String text() {
            return text;
        }

        /** Returns what kind of values it compares. */
        public Kind kind() {
            return kind;
        }

        /** Tells whether it holds for what differs from all values of the policy. */
        public boolean isNegated() {
            return negated;
        }

        /** Tells whether the values of a policy may have variables. */
        public boolean takesVariables() {
            return kind == Kind.STRING || kind == Kind.ARN;
        }
    }

    /** Finds the operator of a name. */
    public static Optional<ConditionOperator> named(String name) {
        SetForm set =
                Arrays.stream(SetForm.values())
                        .filter(each -> !each.prefix.isEmpty() && name.startsWith(each.prefix))
                        .findFirst()
                        .orElse(SetForm.NONE);
        String rest = name.substring(set.prefix.length());
        boolean ifExists = rest.endsWith(IF_EXISTS);
        String bare = ifExists ? rest.substring(0, rest.length() - IF_EXISTS.length()) : rest;
        return Arrays.stream(Comparison.values())
                .filter(each -> each.text.equals(bare))
                .filter(each -> !ifExists || each != Comparison.NULL)
                .map(each -> new ConditionOperator(set, each, ifExists))
                .findFirst();
    }
}
