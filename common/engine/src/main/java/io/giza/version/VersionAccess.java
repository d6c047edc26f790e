package io.giza.version;

import io.giza.commit.MetadataPath;
import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Surroundings;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Row;
import io.giza.replica.FragmentStore;
import io.giza.stripe.FragmentFormat;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Metadata and fragments of all data centers, as everything about versions reaches them.
 *
 * @param metadata the metadata path over the metadata data centers
 * @param fragments the fragment stores of all data centers
 * @param format how fragments begin
 * @param timeouts how long to wait for what
 * @param rules what may be concluded from what was seen
 * @param metrics what is counted
 */
public record VersionAccess(
        MetadataPath metadata,
        Map<DcName, FragmentStore> fragments,
        FragmentFormat format,
        Timeouts timeouts,
        VersionRules rules,
        VersionMetrics metrics) {
    public VersionAccess {
        // In the order given: whoever is asked first is the same in every run.
        fragments = Collections.unmodifiableMap(new LinkedHashMap<>(fragments));
    }

    /**
     * How long requests wait. None of these is part of safety.
     *
     * @param read how long a read of a quorum may take
     * @param commit how long deciding a record may take
     * @param probe how long fragments are looked at, poisoned or deleted
     */
    public record Timeouts(Duration read, Duration commit, Duration probe) {
        /** Patience with data centers up to a continent apart. */
        public static final Timeouts DEFAULTS =
                new Timeouts(
                        Duration.ofSeconds(10), Duration.ofSeconds(20), Duration.ofSeconds(10));
    }

    /** Returns tasks, time and chance. */
    public Surroundings surroundings() {
        return metadata.group().surroundings();
    }

    /** Returns the deadline that is {@code duration} from now. */
    public Deadline after(Duration duration) {
        return surroundings().time().after(duration);
    }

    /** Reads what a quorum says of a row; empty if none answers in time. */
    public Optional<Row> latest(ObjectKey key) {
        return switch (metadata.reader().read(key, after(timeouts.read()))) {
            case VersionReader.Latest latest -> Optional.of(latest.row());
            case VersionReader.Unavailable _ -> Optional.empty();
        };
    }

    /**
     * Returns a row that holds {@code version} and all after it: the given one if it does; empty if
     * older versions cannot be read.
     */
    public Optional<Row> withLogFrom(ObjectKey key, Row row, long version) {
        return row.firstHeld() <= version ? Optional.of(row) : withOlder(key, row);
    }

    /** Returns a row with older versions than {@code row} holds; empty if they cannot be read. */
    public Optional<Row> withOlder(ObjectKey key, Row row) {
        return metadata.reader().withWholeLog(key, row);
    }
}
