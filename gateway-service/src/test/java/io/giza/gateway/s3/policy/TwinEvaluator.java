package io.giza.gateway.s3.policy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Decides by the definitions, as slowly as they read. It shares the parsed policy with the real
 * evaluator and nothing else: patterns, variables and values are read here again.
 */
final class TwinEvaluator {
    /** Characters that stand for the two wildcards, once variables are replaced. */
    private static final char STAR = '\ue000';

    private static final char MARK = '\ue001';

    private static final class Missing extends Exception {
        private static final long serialVersionUID = 1L;
    }

    private TwinEvaluator() {}

    static Decision decide(Policy policy, PolicyRequest request) {
        boolean allowed = false;
        boolean denied = false;
        for (Statement statement : policy.statements()) {
            boolean speaks =
                    principal(statement, request)
                            && action(statement, request)
                            && resource(policy, statement, request)
                            && conditions(policy, statement, request);
            allowed |= speaks && statement.effect() == Effect.ALLOW;
            denied |= speaks && statement.effect() == Effect.DENY;
        }
        return denied ? Decision.DENY : allowed ? Decision.ALLOW : Decision.NONE;
    }

    private static boolean principal(Statement statement, PolicyRequest request) {
        Requester who = request.requester();
        String account = "";
        String canonical = "";
        List<String> names = new ArrayList<>();
        if (who instanceof Requester.User user) {
            account = user.account().name();
            canonical = user.account().canonicalId();
            names.add("user/" + user.name());
            names.add("user/" + user.accessKeyId());
            names.add("key " + user.accessKeyId());
        } else if (who instanceof Requester.RoleSession session) {
            account = session.account().name();
            canonical = session.account().canonicalId();
            names.add("role/" + session.role());
            names.add("session/" + session.role() + "/" + session.session());
        } else if (who instanceof Requester.Service service) {
            names.add("service " + service.name());
        }
        boolean found = false;
        for (Principal named : statement.principals().named()) {
            found |=
                    switch (named) {
                        case Principal.Everyone() -> true;
                        case Principal.Named(String text) ->
                                text.equals(account) || names.contains("key " + text);
                        case Principal.AccountRoot(String of) -> of.equals(account);
                        case Principal.CanonicalUser(String id) -> id.equals(canonical);
                        case Principal.User(String of, String name) ->
                                of.equals(account) && names.contains("user/" + name);
                        case Principal.Role(String of, String role) ->
                                of.equals(account) && names.contains("role/" + role);
                        case Principal.Session(String of, String role, String name) ->
                                of.equals(account)
                                        && names.contains("session/" + role + "/" + name);
                        case Principal.Service(String name) -> names.contains("service " + name);
                        case Principal.Federated _ -> false;
                    };
        }
        return found != statement.principals().excluded();
    }

    private static boolean action(Statement statement, PolicyRequest request) {
        String asked = request.action().text().toLowerCase(Locale.ROOT);
        boolean found = false;
        for (String pattern : statement.actions().patterns()) {
            found |= like(wild(pattern.toLowerCase(Locale.ROOT)), asked);
        }
        return found != statement.actions().excluded();
    }

    private static boolean resource(Policy policy, Statement statement, PolicyRequest request) {
        boolean found = false;
        for (Template pattern : statement.resources().patterns()) {
            try {
                found |=
                        like(replaced(pattern.source(), policy, request, true), request.resource());
            } catch (Missing e) {
                // It stands for nothing.
            }
        }
        return found != statement.resources().excluded();
    }

    private static boolean conditions(Policy policy, Statement statement, PolicyRequest request) {
        for (Condition condition : statement.conditions()) {
            if (!condition(policy, condition, request)) {
                return false;
            }
        }
        return true;
    }

    private static boolean condition(Policy policy, Condition condition, PolicyRequest request) {
        ConditionOperator operator = condition.operator();
        String name = operator.comparison().text();
        List<String> actual = request.values(condition.key());
        if (name.equals("Null")) {
            String there = actual.isEmpty() ? "true" : "false";
            return condition.values().stream().anyMatch(each -> each.source().equals(there));
        }
        boolean not = name.contains("Not");
        if (actual.isEmpty()) {
            return operator.ifExists()
                    || switch (operator.set()) {
                        case NONE -> not;
                        case FOR_ANY_VALUE -> false;
                        case FOR_ALL_VALUES -> true;
                    };
        }
        int equal = 0;
        for (String each : actual) {
            for (Template value : condition.values()) {
                if (matches(name.replace("Not", ""), value.source(), each, policy, request)) {
                    equal++;
                    break;
                }
            }
        }
        int all = actual.size();
        int holding = not ? all - equal : equal;
        return switch (operator.set()) {
            case NONE -> not ? holding == all : holding > 0;
            case FOR_ANY_VALUE -> holding > 0;
            case FOR_ALL_VALUES -> holding == all;
        };
    }

    private static boolean matches(
            String operator, String wanted, String actual, Policy policy, PolicyRequest request) {
        try {
            return switch (operator) {
                case "StringEquals" -> replaced(wanted, policy, request, false).equals(actual);
                case "StringEqualsIgnoreCase" ->
                        replaced(wanted, policy, request, false).equalsIgnoreCase(actual);
                case "StringLike" -> like(replaced(wanted, policy, request, true), actual);
                case "ArnEquals", "ArnLike" -> {
                    List<String> one = cut(replaced(wanted, policy, request, true));
                    List<String> other = cut(actual);
                    boolean all = one.size() == 6 && other.size() == 6;
                    for (int i = 0; all && i < 6; i++) {
                        all = like(one.get(i), other.get(i));
                    }
                    yield all;
                }
                case "Bool" -> wanted.equalsIgnoreCase(actual);
                case "BinaryEquals" ->
                        Arrays.equals(
                                Base64.getDecoder().decode(actual),
                                Base64.getDecoder().decode(wanted));
                case "IpAddress" -> inRange(wanted, actual);
                default -> {
                    int order =
                            operator.startsWith("Numeric")
                                    ? new BigDecimal(actual).compareTo(new BigDecimal(wanted))
                                    : instant(actual).compareTo(instant(wanted));
                    yield switch (operator.replaceAll("^(Numeric|Date)", "")) {
                        case "Equals" -> order == 0;
                        case "LessThan" -> order < 0;
                        case "LessThanEquals" -> order <= 0;
                        case "GreaterThan" -> order > 0;
                        case "GreaterThanEquals" -> order >= 0;
                        default -> throw new IllegalStateException(operator);
                    };
                }
            };
        } catch (Missing | RuntimeException e) {
            return false;
        }
    }

    private static Instant instant(String text) {
        if (text.matches("-?[0-9.]+")) {
            return Instant.ofEpochMilli((long) (Double.parseDouble(text) * 1000));
        }
        return text.length() == 10
                ? LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC)
                : OffsetDateTime.parse(text).toInstant();
    }

    private static boolean inRange(String range, String address) throws Missing {
        String[] halves = range.split("/", 2);
        byte[] first = bytes(halves[0]);
        byte[] asked = bytes(address);
        int shift = halves.length == 1 ? 0 : 8 * first.length - Integer.parseInt(halves[1]);
        return first.length == asked.length
                && new BigInteger(1, first)
                        .shiftRight(shift)
                        .equals(new BigInteger(1, asked).shiftRight(shift));
    }

    private static byte[] bytes(String address) throws Missing {
        boolean four = address.matches("[0-9]+[.][0-9]+[.][0-9]+[.][0-9]+");
        if (!four && !address.matches("[0-9a-f]*:[0-9a-f:.]*")) {
            throw new Missing();
        }
        try {
            return InetAddress.getByName(address).getAddress();
        } catch (UnknownHostException e) {
            throw new Missing();
        }
    }

    private static List<String> cut(String arn) {
        List<String> parts = new ArrayList<>();
        String rest = arn;
        while (parts.size() < 5 && rest.contains(":")) {
            parts.add(rest.substring(0, rest.indexOf(':')));
            rest = rest.substring(rest.indexOf(':') + 1);
        }
        parts.add(rest);
        return parts;
    }

    private static String wild(String text) {
        return text.replace('*', STAR).replace('?', MARK);
    }

    private static String replaced(
            String text, Policy policy, PolicyRequest request, boolean wildcards) throws Missing {
        if (text.isEmpty()) {
            return "";
        }
        if (policy.version() == PolicyVersion.V2012 && text.startsWith("${")) {
            int end = text.contains("'") ? text.indexOf("'}") + 1 : text.indexOf('}');
            String inside = text.substring(2, end);
            return (Set.of("*", "?", "$").contains(inside) ? inside : variable(inside, request))
                    + replaced(text.substring(end + 1), policy, request, wildcards);
        }
        String first = text.substring(0, 1);
        return (wildcards ? wild(first) : first)
                + replaced(text.substring(1), policy, request, wildcards);
    }

    private static String variable(String inside, PolicyRequest request) throws Missing {
        String[] halves = inside.split(",", 2);
        List<String> values = request.values(halves[0].strip().toLowerCase(Locale.ROOT));
        if (values.size() == 1) {
            return values.getFirst();
        }
        if (halves.length == 1) {
            throw new Missing();
        }
        return halves[1].strip().replace("'", "");
    }

    /** By definition: a star is nothing, or a character and a star. */
    static boolean like(String pattern, String text) {
        if (pattern.isEmpty()) {
            return text.isEmpty();
        }
        if (pattern.charAt(0) == STAR) {
            return like(pattern.substring(1), text)
                    || (!text.isEmpty() && like(pattern, text.substring(1)));
        }
        if (text.isEmpty()) {
            return false;
        }
        int first = Character.charCount(text.codePointAt(0));
        if (pattern.charAt(0) == MARK) {
            return like(pattern.substring(1), text.substring(first));
        }
        return pattern.charAt(0) == text.charAt(0) && like(pattern.substring(1), text.substring(1));
    }
}
