package io.giza.config;

import org.jspecify.annotations.Nullable;

/** What every check of a configuration key shares: the key and the fix in one sentence. */
final class Keys {
    private Keys() {}

    /** Returns the value, or refuses with the key and what to write there. */
    static <T> T require(String key, @Nullable T value, String example) {
        if (value == null) {
            throw new IllegalArgumentException(key + " is missing: set it to " + example);
        }
        return value;
    }
}
