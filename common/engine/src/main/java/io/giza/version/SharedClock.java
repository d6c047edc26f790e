package io.giza.version;

import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Surroundings;
import io.giza.model.DcName;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The wall clock of this machine, as far as a quorum of metadata data centers shares it. What a
 * clock decides cannot be taken back, and one machine may have booted in another year.
 */
public final class SharedClock {
    /** How far apart clocks may be that are taken for one, the time of a call included. */
    static final Duration TOLERANCE = Duration.ofMinutes(1);

    private final MetadataGroup group;
    private final Surroundings surroundings;
    private final VersionRules rules;

    /** Compares the clock of {@code access} with those of its metadata data centers. */
    public SharedClock(VersionAccess access) {
        this.group = access.metadata().group();
        this.surroundings = access.surroundings();
        this.rules = access.rules();
    }

    /**
     * Tells why nothing is to be decided by the clock of this machine; empty if a quorum shares it.
     */
    public Optional<String> disagreement(Deadline deadline) {
        Predicate<Map<DcName, Reading>> enough =
                readings -> group.quorums().isClassic(shared(readings.values()));
        Map<DcName, Reading> readings = group.gather(group.names(), this::read, enough, deadline);
        if (enough.test(readings)) {
            return Optional.empty();
        }
        var clocks = new TreeMap<DcName, Instant>();
        readings.forEach((dc, reading) -> clocks.put(dc, reading.clock()));
        return Optional.of(
                "no quorum shares the time of this machine, "
                        + surroundings.time().instant()
                        + ", within a minute: "
                        + clocks);
    }

    /** What clocks say of a time. */
    public enum Past {
        /** This clock and a quorum's say that it is over. */
        OVER,
        /** Some say otherwise. */
        NOT_OVER,
        /** Too few data centers answered. */
        UNKNOWN
    }

    /**
     * Tells whether a time is over. As long as fewer than a quorum of clocks are ahead, and
     * whatever this one says, it is.
     */
    public Past isOver(Instant time, Deadline deadline) {
        if (!rules.isOver(isPast(surroundings.time().instant(), time), true)) {
            return Past.NOT_OVER;
        }
        Predicate<Map<DcName, Reading>> enough =
                readings ->
                        group.quorums()
                                .isClassic(
                                        (int)
                                                readings.values().stream()
                                                        .filter(each -> isPast(each.clock(), time))
                                                        .count());
        Map<DcName, Reading> readings = group.gather(group.names(), this::read, enough, deadline);
        if (rules.isOver(true, enough.test(readings))) {
            return Past.OVER;
        }
        return group.quorums().isClassic(readings.size()) ? Past.NOT_OVER : Past.UNKNOWN;
    }

    private static boolean isPast(Instant clock, Instant time) {
        return !clock.isBefore(time);
    }

    /**
     * What a data center's clock showed.
     *
     * @param isShared whether this machine's clock showed the same when the answer came
     */
    private record Reading(Instant clock, boolean isShared) {}

    private Reading read(MetadataReplica replica) throws ReplicaException {
        Instant clock = replica.clock();
        Duration apart = Duration.between(clock, surroundings.time().instant());
        return new Reading(clock, rules.isSameTime(apart.abs(), TOLERANCE));
    }

    private static int shared(Collection<Reading> readings) {
        return (int) readings.stream().filter(Reading::isShared).count();
    }
}
