package io.giza.commit.seeding;

import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Deadline;
import io.giza.membership.Occupant;
import io.giza.model.DcName;
import io.giza.replica.Fanout;
import io.giza.replica.Fanout.Arrival;
import io.giza.replica.MetadataReplica;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;

import java.util.Map;
import java.util.Optional;

/**
 * Gives a place to a store, before it joins: at least a classic quorum of the other tables remember
 * it as the first one that they were told of in this epoch. Any two such quorums share a table, so
 * no other store ever gets the place in the epoch. A store that never was in the epoch cannot have
 * voted in it, and one that was, or may have been, is not the first.
 */
public final class SeatAssignment {
    private final MetadataGroup group;
    private final CommitSettings settings;

    /** Asks the tables of a group; the one whose place it is does not count. */
    public SeatAssignment(MetadataGroup group, CommitSettings settings) {
        this.group = group;
        this.settings = settings;
    }

    /**
     * Asks for a place in the group's epoch.
     *
     * @return why it was not given, empty if it was
     */
    public Optional<String> assign(Occupant occupant, Deadline deadline) {
        TableOrder order = new TableOrder.Seat(group.epoch(), group.members(), occupant);
        Fanout<DcName, TableReport> fanout = new Fanout<>(group.surroundings(), group.home());
        int requests = 0;
        for (Map.Entry<DcName, MetadataReplica> each : group.replicas().entrySet()) {
            if (!each.getKey().equals(occupant.dc())) {
                fanout.ask(each.getKey(), each.getKey(), () -> each.getValue().order(order));
                requests++;
            }
        }
        Deadline end = group.surroundings().time().after(settings.phaseTimeout()).earlier(deadline);
        int remembered = 0;
        for (int received = 0; received < requests; received++) {
            Optional<Arrival<DcName, TableReport>> arrival = fanout.next(end);
            if (arrival.isEmpty()) {
                break;
            }
            if (arrival.get() instanceof Arrival.Answered<DcName, TableReport> answered
                    && answered.answer().membership().hasOccupant(group.epoch(), occupant)) {
                remembered++;
            }
            if (group.quorums().isClassic(remembered)) {
                return Optional.empty();
            }
        }
        return Optional.of(
                "no quorum gives the place of "
                        + occupant.dc()
                        + " in epoch "
                        + group.epoch()
                        + " to life "
                        + occupant.life()
                        + ": if another store had it, raise giza.topology.epoch once more");
    }
}
