package io.giza.recovery.replacement;

import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.MetadataGroup;
import io.giza.commit.seeding.SeatAssignment;
import io.giza.membership.Membership;
import io.giza.membership.Occupant;
import io.giza.model.DcName;
import io.giza.replica.FragmentRepair;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.version.VersionAccess;

import java.time.Duration;
import java.util.Optional;

/**
 * Has the fragment store of a data center take the place of a lost one. A quorum of tables agrees
 * first which store has the place, so that of two that are started by mistake one joins.
 *
 * @param epoch the epoch in which the data center is replaced
 * @param patience how long the agreement may take
 */
record StoreAdmission(VersionAccess access, DcName dc, long epoch, Duration patience) {
    /**
     * Has a store join once it has its place, unless it did.
     *
     * @throws ReplicaException if it does not answer, another store has the place, or its epoch is
     *     another one
     */
    void join(FragmentRepair repair) throws ReplicaException {
        MetadataGroup group = access.metadata().group();
        Membership before = repair.order(new TableOrder.Raise(epoch, group.members()));
        if (before.joinedBefore(epoch)) {
            return;
        }
        Occupant occupant = new Occupant(dc, Occupant.Part.FRAGMENTS, before.life());
        Optional<String> refusal =
                new SeatAssignment(group, CommitSettings.DEFAULTS)
                        .assign(occupant, access.after(patience));
        if (refusal.isPresent()) {
            throw new ReplicaException.Failed(dc, refusal.get(), null);
        }
        Membership after = repair.order(new TableOrder.Join(epoch, before.life(), group.members()));
        if (after.epoch() != epoch) {
            throw new ReplicaException.Failed(dc, notJoiningDetail(), null);
        }
    }

    /** The epoch may have risen for another data center before this one joined. */
    private String notJoiningDetail() {
        return "its fragment store does not join in epoch "
                + epoch
                + ": if that is not the epoch in which it is replaced, raise giza.topology.epoch once"
                + " more and set its since to that";
    }
}
