package io.giza.console.session;

import java.util.Locale;

/** What an access key may; each may what those before it may. */
public enum Role {
    /** Uses the buckets of its account. */
    USER,
    /** Sees what operators see. */
    AUDITOR,
    /** Changes what operators change. */
    OPERATOR;

    /** Returns the role of a name; that of least, if nobody knows it. */
    static Role of(String name) {
        for (Role role : values()) {
            if (role.label().equals(name)) {
                return role;
            }
        }
        return USER;
    }

    /** Tells whether this one may what another one may. */
    public boolean covers(Role other) {
        return compareTo(other) >= 0;
    }

    /** Returns what it is called. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
