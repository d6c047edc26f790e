package io.giza.lifecycle;

/**
 * One rule of a lifecycle.
 *
 * @param id 1 to 255 characters
 * @param enabled whether it counts
 * @param filter what it is about
 * @param actions what it does
 * @throws IllegalArgumentException if the id is empty or too long
 */
public record LifecycleRule(
        String id, boolean enabled, LifecycleFilter filter, LifecycleActions actions) {
    /** The longest id, in characters. */
    public static final int MAX_ID = 255;

    public LifecycleRule {
        if (id.isEmpty() || id.length() > MAX_ID) {
            throw new IllegalArgumentException("a rule's id has 1 to " + MAX_ID + " characters");
        }
    }
}
