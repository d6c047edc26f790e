package io.giza.commit.seeding;

import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Deadline;
import io.giza.membership.Occupant;
import io.giza.model.DcName;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

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
        Set<DcName> others = new LinkedHashSet<>(group.names());
        others.remove(occupant.dc());
        Predicate<Map<DcName, TableReport>> enough =
                reports -> group.quorums().isClassic(remembered(reports.values(), occupant));
        Map<DcName, TableReport> reports =
                group.gather(
                        others,
                        replica -> replica.order(order),
                        enough,
                        settings.phaseEnd(group.surroundings().time(), deadline));
        if (enough.test(reports)) {
            return Optional.empty();
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

    private int remembered(Collection<TableReport> reports, Occupant occupant) {
        return (int)
                reports.stream()
                        .filter(each -> each.membership().hasOccupant(group.epoch(), occupant))
                        .count();
    }
}
