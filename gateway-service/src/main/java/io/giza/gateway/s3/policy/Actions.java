package io.giza.gateway.s3.policy;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The element Action or NotAction.
 *
 * @param excluded whether all others are meant
 * @param patterns names with wildcards, at least one; their case means nothing
 */
public record Actions(boolean excluded, List<String> patterns) {
    public Actions {
        patterns = List.copyOf(patterns);
    }

    /** Returns the actions that are meant. */
    public Set<S3Action> meant() {
        Set<S3Action> named = EnumSet.noneOf(S3Action.class);
        patterns.forEach(each -> named.addAll(named(each)));
        return excluded ? EnumSet.complementOf(EnumSet.copyOf(named)) : named;
    }

    /** Returns the actions that a pattern names; none if it is not one of S3's. */
    public static Set<S3Action> named(String pattern) {
        Set<S3Action> found = EnumSet.noneOf(S3Action.class);
        Arrays.stream(S3Action.values()).filter(each -> names(pattern, each)).forEach(found::add);
        return found;
    }

    /** Tells whether a pattern names an action. A star alone names all, of every service. */
    static boolean names(String pattern, S3Action action) {
        String lower = pattern.toLowerCase(Locale.ROOT);
        return lower.equals("*")
                || (lower.startsWith(S3Action.SERVICE)
                        && Glob.of(lower).matches(action.lowerCaseText()));
    }

    /** Tells whether a pattern stands for more than one name. */
    public static boolean hasWildcard(String pattern) {
        return pattern.indexOf('*') >= 0 || pattern.indexOf('?') >= 0;
    }
}
