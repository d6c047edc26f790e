package io.giza.gateway.version;

import io.giza.concurrent.Deadline;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.cluster.VersionOutcomes;
import io.giza.model.ObjectKey;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.version.VisibilityProbe;
import io.giza.version.VisibleRecord;

import java.time.Duration;
import java.util.Optional;

/**
 * Finds out whether a chosen put may be shown of which no row says that it is visible. Where all
 * that it needs is there the rows are told; where it decodes all the same a record says so first.
 * One that is neither is settled later ({@link VersionOutcomes}).
 */
public final class VisibilityResolver {
    private final Cluster cluster;
    private final VisibilityProbe visibility;

    public VisibilityResolver(Cluster cluster) {
        this.cluster = cluster;
        this.visibility = new VisibilityProbe(cluster.versions());
    }

    /** The outcome for the put. */
    public sealed interface Finding {}

    /** It is visible. */
    public record Visible() implements Finding {}

    /** A record made meanwhile says that it is visible; others may have come before that. */
    public record RecordedVisible(Row row) implements Finding {}

    /** It certainly was not visible when it was looked at, unless its row says so by now. */
    public record Invisible() implements Finding {}

    /** A record deletes it, which the row at hand does not hold. */
    public record Deleted() implements Finding {}

    /** It can be read, and is shown only once a record says that it is visible. */
    public record Decodable() implements Finding {}

    /** Nobody can tell now. */
    public record Unknown() implements Finding {}

    /** It can be read, and the record that says so could not be decided in time. */
    public record Undecided(String detail) implements Finding {}

    /**
     * Looks, and decides where that is needed.
     *
     * @param row a row of the key
     * @param deadline for the look at the fragments
     */
    public Finding resolve(ObjectKey key, Row row, Entry entry, Deadline deadline) {
        Finding finding = probe(key, row, entry, deadline);
        if (finding instanceof Invisible || finding instanceof Unknown) {
            cluster.outcomes().settleLater(key, VersionNames.idOf(row, entry));
        }
        return finding instanceof Decodable ? decide(key, row, entry) : finding;
    }

    /** Looks without deciding anything, as for a draft, which must not append to its own row. */
    Finding probe(ObjectKey key, Row row, Entry entry, Deadline deadline) {
        VisibilityProbe.ProbeResult look = visibility.probe(key, entry, isStalled(entry), deadline);
        return switch (look.visibility()) {
            case VISIBLE -> {
                announceVisible(key, row, entry, look.isWhole());
                yield new Visible();
            }
            case DECODABLE -> new Decodable();
            case INVISIBLE -> new Invisible();
            case UNCLEAR -> new Unknown();
        };
    }

    /**
     * Tells whether a put is so old that nobody can be at it any more: whoever puts asks a quorum
     * before it acknowledges what took that long, and hardly any does. By clocks that are apart,
     * but no version is given up for it.
     */
    private boolean isStalled(Entry entry) {
        Duration age =
                Duration.between(
                        ManifestCodec.decode(entry.value()).created(),
                        cluster.surroundings().time().instant());
        return age.compareTo(cluster.settings().confirmAfter()) >= 0;
    }

    /** Returns the put as one whose fate is to be decided, if it is so old. */
    Optional<UnsettledPut> stalledPut(Row row, Entry entry) {
        return isStalled(entry)
                ? Optional.of(new UnsettledPut.Stalled(VersionNames.idOf(row, entry)))
                : Optional.empty();
    }

    private Finding decide(ObjectKey key, Row row, Entry entry) {
        return switch (cluster.outcomes().decideVisible(key, row, VersionNames.idOf(row, entry))) {
            case VisibleRecord.Visible(Row now) -> new RecordedVisible(now);
            case VisibleRecord.Deleted _ -> new Deleted();
            case VisibleRecord.Undecided(String detail) -> new Undecided(detail);
        };
    }

    private void announceVisible(ObjectKey key, Row row, Entry entry, boolean isWhole) {
        // A version read back from older parts of the log need not be in the row at hand.
        if (row.entry(entry.version()).isPresent()) {
            boolean saysNeeded =
                    ManifestCodec.decode(entry.value())
                            .fragmented()
                            .filter(data -> !data.needed().isEmpty())
                            .isPresent();
            Resolution seen = saysNeeded && !isWhole ? Resolution.DEGRADED : Resolution.VISIBLE;
            cluster.metadata().resolutions().record(key, row, entry.version(), seen);
        }
    }
}
