package io.giza.concurrent;

import java.util.OptionalLong;

/** Who is served by a task, and may keep it waiting. Used by any task; must not wait. */
public interface Client {
    /** Nobody who could be slow. */
    Client NONE =
            new Client() {
                @Override
                public OptionalLong slowPace() {
                    return OptionalLong.empty();
                }

                @Override
                public void drop() {}
            };

    /**
     * Returns how many bytes a second it lately sent or took while it was waited for, if that is
     * too slow to keep what others wait for; empty if it is not.
     */
    OptionalLong slowPace();

    /** Ends its connection soon, so that the task that serves it ends too. */
    void drop();
}
