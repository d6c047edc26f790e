package io.giza.console.view;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * Access keys, without their secrets.
 *
 * @param accounts the accounts that there are
 * @param made the key that was made just now, with its secret; null if none was
 */
public record KeyList(List<Key> keys, List<String> accounts, @Nullable Made made) {
    /** A key that was made just now. */
    public record Made(String id, String secret) {}

    /** A key. */
    public record Key(String id, String account, String role, String state, String created) {
        /** Tells whether it lets somebody in. */
        public boolean isActive() {
            return !state.equals("disabled");
        }

        /** Returns what may be done with it. */
        public List<Action> actions() {
            return isActive()
                    ? List.of(
                            new Action(
                                    "rotate",
                                    "Rotate",
                                    "Make another key like " + id + "? This one goes on working."),
                            new Action(
                                    "disable",
                                    "Disable",
                                    "Disable " + id + "? Whoever uses it is let in no more."))
                    : List.of(
                            new Action("enable", "Enable", "Make " + id + " good again?"),
                            new Action("delete", "Delete", "Delete " + id + " for good?"));
        }
    }

    /**
     * What may be done with a key.
     *
     * @param question what is asked before
     */
    public record Action(String path, String label, String question) {}
}
