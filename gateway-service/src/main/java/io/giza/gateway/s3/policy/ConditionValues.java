package io.giza.gateway.s3.policy;

import java.util.List;

/** The values of condition keys in one request; found when a policy asks for them. */
@FunctionalInterface
public interface ConditionValues {
    /** A request of which nothing is known. */
    ConditionValues NOTHING = _ -> List.of();

    /**
     * Returns the values of a key, none if the request has it not.
     *
     * @param key its name in lower case, except for a tag's key after a slash, as in {@code
     *     s3:existingobjecttag/Team}
     */
    List<String> of(String key);
}
