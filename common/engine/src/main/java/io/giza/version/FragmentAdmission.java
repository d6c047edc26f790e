package io.giza.version;

import io.giza.membership.Membership;
import io.giza.stripe.FragmentHeader;
import io.giza.stripe.FragmentHeader.Kind;
import io.giza.stripe.FragmentInventory.Finding;

/**
 * What a fragment store takes, and whether it may say that something is absent.
 *
 * <p>A store that took the place of a lost one forgot what that held: DATA by which versions are
 * visible, and poison by which versions were given up. So until it is rebuilt it does not say that
 * a fragment is absent. Of puts from before it took its place it never again takes a fragment from
 * their owners, who may have been refused by poison that is lost; nor a poison from a cleaner, who
 * may have looked before the DATA came that is lost. Whoever rebuilds it knows better.
 *
 * <pre>
 * told to create             joined in e, JOINING   joined in e, ACTIVE   never joined
 * DATA of an epoch &lt; e       stale                  stale                 -
 * poison of an epoch &lt; e     stale                  stale                 -
 * DATA, otherwise            admitted               admitted              admitted
 * poison, otherwise          not ready              admitted              admitted
 * anything, by a recovery    admitted, unless its epoch is below the store's
 * of an epoch &gt; the store's  not ready: an order raises it first
 * </pre>
 *
 * <p>A repair's DATA is admitted like a recovery's, and also takes the place of poison and of what
 * is damaged, never of a whole fragment or one of a later format; its poison is taken nowhere.
 *
 * <p>The rule methods are overridden by the mutation drill alone.
 */
public class FragmentAdmission {
    /** The protocol's own rules. */
    public static final FragmentAdmission PROTOCOL = new FragmentAdmission();

    /** Whether something may be created. */
    public enum Verdict {
        /** It may. */
        ADMITTED,
        /** Never: it is of an epoch that ended. */
        STALE,
        /** Not while the store is being rebuilt. */
        NOT_READY
    }

    /**
     * Judges what an owner or a cleaner wants to create.
     *
     * @param membership what the store knows
     */
    public final Verdict judge(Membership membership, FragmentHeader header) {
        if (isEarly(membership, header.epoch())) {
            return Verdict.NOT_READY;
        }
        if (header.kind() == Kind.DATA) {
            return isTooOld(membership, header) ? Verdict.STALE : Verdict.ADMITTED;
        }
        if (isTooOldPoison(membership, header)) {
            return Verdict.STALE;
        }
        return mayBePoisoned(membership) ? Verdict.ADMITTED : Verdict.NOT_READY;
    }

    /**
     * Judges what a recovery wants to create.
     *
     * @param membership what the store knows
     * @param epoch the epoch of the recovery
     */
    public final Verdict judgeRebuilt(Membership membership, long epoch) {
        if (isEarly(membership, epoch)) {
            return Verdict.NOT_READY;
        }
        return epoch < membership.epoch() ? Verdict.STALE : Verdict.ADMITTED;
    }

    /**
     * Rule: what is whole stays, and so does what a later version wrote, since nobody here can tell
     * whether it is.
     */
    public boolean mayBeReplaced(Finding finding) {
        return switch (finding) {
            case POISON, DAMAGED -> true;
            case WHOLE, LATER, ABSENT -> false;
        };
    }

    /** Rule: an epoch is taken over by an order, never from what somebody wants to create. */
    protected boolean isEarly(Membership membership, long epoch) {
        return epoch > membership.epoch();
    }

    /** Rule: only a store that was rebuilt, or never lost, knows what never was there. */
    public boolean knowsAbsence(Membership membership) {
        return membership.isInitialized() && !membership.isJoining();
    }

    /** Rule: DATA of a put from before the store took its place may have been refused before. */
    protected boolean isTooOld(Membership membership, FragmentHeader header) {
        return header.epoch() < membership.joined();
    }

    /** Rule: a cleaner from before the store took its place looked at another one. */
    protected boolean isTooOldPoison(Membership membership, FragmentHeader header) {
        return header.epoch() < membership.joined();
    }

    /** Rule: a name is poisoned only where it is known whether it is free. */
    protected boolean mayBePoisoned(Membership membership) {
        return !membership.isJoining();
    }
}
