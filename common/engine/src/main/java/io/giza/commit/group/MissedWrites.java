package io.giza.commit.group;

import io.giza.model.DcName;
import io.giza.model.ObjectKey;

/** Hears of writes that were chosen or acknowledged without a data center. */
@FunctionalInterface
public interface MissedWrites {
    /** A listener that remembers nothing. */
    MissedWrites IGNORED = (_, _) -> {};

    /** The row or a fragment of a key may be missing in a data center. Returns at once. */
    void missed(DcName dc, ObjectKey key);
}
