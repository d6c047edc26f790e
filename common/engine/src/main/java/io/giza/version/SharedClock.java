package io.giza.version;

import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Surroundings;
import io.giza.model.DcName;
import io.giza.replica.Fanout;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;

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
        Fanout<DcName, Instant> fanout = new Fanout<>(surroundings, group.home());
        group.replicas().forEach((dc, replica) -> fanout.ask(dc, dc, replica::clock));
        var others = new TreeMap<DcName, Instant>();
        int shared = 0;
        for (int received = 0; received < group.replicas().size(); received++) {
            var arrival = fanout.next(deadline);
            if (arrival.isEmpty()) {
                break;
            }
            if (arrival.get() instanceof Fanout.Arrival.Answered<DcName, Instant> answered) {
                Duration apart = Duration.between(answered.answer(), surroundings.time().instant());
                if (rules.isSameTime(apart.abs(), TOLERANCE)) {
                    shared++;
                }
                others.put(answered.dc(), answered.answer());
            }
            if (group.quorums().isClassic(shared)) {
                return Optional.empty();
            }
        }
        return Optional.of(
                "no quorum shares the time of this machine, "
                        + surroundings.time().instant()
                        + ", within a minute: "
                        + others);
    }
}
