package io.giza.stripe;

import io.giza.erasure.StripeLayout;
import io.giza.model.FragmentId;

/**
 * What a fragment says of itself in front of its body.
 *
 * @param kind whether it carries data
 * @param id its name
 * @param layout the scheme and the sizes from which its body's offsets follow
 * @param base the fence that the put saw before it wrote any fragment
 * @param epoch the topology's epoch at the put
 */
public record FragmentHeader(Kind kind, FragmentId id, StripeLayout layout, long base, long epoch) {
    /** What a fragment of this name is. */
    public enum Kind {
        /** Header and body of a put. */
        DATA,
        /** A header alone, written by a cleaner so that no put can use the name any more. */
        POISON
    }
}
