package io.giza.gateway.s3.policy;

import java.util.List;

/**
 * One statement of a policy. It matches a request if all of its parts do.
 *
 * @param sid what its author calls it, empty if nothing
 * @param effect what it does about requests that it matches
 * @param principals whom it is about; of an access key's policy everyone, since only that key asks
 * @param actions what they do
 * @param resources to what
 * @param conditions under which, all of them
 */
public record Statement(
        String sid,
        Effect effect,
        Principals principals,
        Actions actions,
        Resources resources,
        List<Condition> conditions) {
    public Statement {
        conditions = List.copyOf(conditions);
    }

    /**
     * The element Principal or NotPrincipal.
     *
     * @param excluded whether all others are meant
     * @param named at least one
     */
    public record Principals(boolean excluded, List<Principal> named) {
        /** Everyone, signed or not. */
        public static final Principals EVERYONE =
                new Principals(false, List.of(new Principal.Everyone()));

        public Principals {
            named = List.copyOf(named);
        }
    }

    /**
     * The element Resource or NotResource.
     *
     * @param excluded whether all others are meant
     * @param patterns ARNs with wildcards and variables, at least one
     */
    public record Resources(boolean excluded, List<Template> patterns) {
        public Resources {
            patterns = List.copyOf(patterns);
        }
    }
}
