package io.giza.gateway.s3.policy;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * Decides what policies say of a request. A statement that denies it has the last word, one that
 * allows it comes next. What follows from several kinds of policies together, such as a bucket's
 * and an access key's, is for who asks to say.
 */
public final class PolicyEvaluator {
    private PolicyEvaluator() {}

    /** Returns what one policy says. */
    public static Decision decide(Policy policy, PolicyRequest request) {
        return decide(List.of(policy), request);
    }

    /** Returns what several policies say that are taken as one. */
    public static Decision decide(Collection<Policy> policies, PolicyRequest request) {
        boolean allowed = false;
        for (Policy policy : policies) {
            for (Statement statement : policy.statements()) {
                if (!matches(statement, request)) {
                    continue;
                }
                switch (statement.effect()) {
                    case DENY -> {
                        return Decision.DENY;
                    }
                    case ALLOW -> allowed = true;
                }
            }
        }
        return allowed ? Decision.ALLOW : Decision.NONE;
    }

    private static boolean matches(Statement statement, PolicyRequest request) {
        return matches(statement.actions(), request.action())
                && matches(statement.principals(), request.requester())
                && matches(statement.resources(), request)
                && statement.conditions().stream()
                        .allMatch(each -> ConditionMatch.holds(each, request));
    }

    private static boolean matches(Actions actions, S3Action action) {
        return actions.patterns().stream().anyMatch(each -> Actions.names(each, action))
                != actions.excluded();
    }

    private static boolean matches(Statement.Principals principals, Requester requester) {
        return principals.named().stream().anyMatch(each -> names(each, requester))
                != principals.excluded();
    }

    private static boolean matches(Statement.Resources resources, PolicyRequest request) {
        return resources.patterns().stream()
                        .anyMatch(each -> each.matches(request.resource(), request))
                != resources.excluded();
    }

    /** An account's name and id stand for all of its keys and sessions. */
    private static boolean names(Principal principal, Requester requester) {
        return switch (principal) {
            case Principal.Everyone() -> true;
            case Principal.Federated _ -> false;
            case Principal.Service(String name) ->
                    requester instanceof Requester.Service service && service.name().equals(name);
            case Principal.Named(String text) ->
                    account(requester).anyMatch(each -> each.name().equals(text))
                            || (requester instanceof Requester.User user
                                    && user.accessKeyId().equals(text));
            case Principal.AccountRoot(String account) ->
                    account(requester).anyMatch(each -> each.name().equals(account));
            case Principal.CanonicalUser(String id) ->
                    account(requester).anyMatch(each -> each.canonicalId().equals(id));
            case Principal.User(String account, String name) ->
                    requester instanceof Requester.User user
                            && user.account().name().equals(account)
                            && (user.name().equals(name) || user.accessKeyId().equals(name));
            case Principal.Role(String account, String role) ->
                    requester instanceof Requester.RoleSession session
                            && session.account().name().equals(account)
                            && session.role().equals(role);
            case Principal.Session(String account, String role, String name) ->
                    requester instanceof Requester.RoleSession session
                            && session.account().name().equals(account)
                            && session.role().equals(role)
                            && session.session().equals(name);
        };
    }

    private static Stream<Requester.AccountName> account(Requester requester) {
        return switch (requester) {
            case Requester.User user -> Stream.of(user.account());
            case Requester.RoleSession session -> Stream.of(session.account());
            case Requester.Anonymous _, Requester.Service _ -> Stream.empty();
        };
    }
}
