package io.giza.commit;

import io.giza.model.ObjectKey;

/** Who is told of the keys at which writers meet. It never waits, and has no effect on them. */
public interface ContentionWatch {
    /** What nobody is told of. */
    ContentionWatch NONE =
            new ContentionWatch() {
                @Override
                public void waited(ObjectKey key) {}

                @Override
                public void conflicted(ObjectKey key) {}
            };

    /** A writer waited for another one of the same gateway, or was refused to. */
    void waited(ObjectKey key);

    /** A record was offered as a version that another one took. */
    void conflicted(ObjectKey key);
}
