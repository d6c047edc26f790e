package io.giza.commit;

import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.ListingRule;
import io.giza.commit.group.MetadataGroup;
import io.giza.commit.group.PageQuery;
import io.giza.concurrent.Deadline;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.LatestVersion;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Lists rows of a bucket from a quorum of data centers and applies the read rule to each key. Every
 * write acknowledged before the page was asked for is reflected, and each key by itself is
 * linearizable; the page as a whole is no snapshot, as in S3.
 */
public final class KeyLister {
    private final MetadataGroup group;
    private final PageQuery question;
    private final LatestVersion rule;
    private final ListingRule listing;
    private final VersionReader reader;

    KeyLister(
            MetadataGroup group,
            CommitSettings settings,
            LatestVersion rule,
            ListingRule listing,
            VersionReader reader) {
        this.group = group;
        this.question = new PageQuery(group, settings);
        this.rule = rule;
        this.listing = listing;
        this.reader = reader;
    }

    /** What a quorum said. */
    public sealed interface ListResult {}

    /**
     * A page of rows in order, each with its latest chosen version last.
     *
     * @param rows the rows; some may hold no object
     * @param more whether rows of the range may follow the last one
     */
    public record Rows(List<NamedRow> rows, boolean more) implements ListResult {}

    /** No quorum answered in time. */
    public record Unavailable(String detail) implements ListResult {}

    /** Lists one page of {@code scan}; it may be shorter than the limit though more follow. */
    public ListResult list(Scan scan, Deadline deadline) {
        return list(new Listing(scan, group.names(), false), deadline);
    }

    /**
     * Lists like {@link #list(Scan, Deadline)} from the rows of {@code dcs} alone, after ending
     * every undecided version in them.
     *
     * @param dcs at least a classic quorum of the metadata data centers
     */
    public ListResult listSettled(Scan scan, Set<DcName> dcs, Deadline deadline) {
        return list(new Listing(scan, dcs, true), deadline);
    }

    private record Listing(Scan scan, Set<DcName> dcs, boolean settled) {}

    private ListResult list(Listing wanted, Deadline deadline) {
        Map<DcName, RowPage> pages =
                question.read(
                        wanted.scan(),
                        wanted.dcs(),
                        answered -> listing.isEnough(group.quorums(), answered),
                        deadline);
        if (!listing.isEnough(group.quorums(), pages.size())) {
            return new Unavailable("no quorum of " + group.names() + " answered");
        }
        Optional<String> horizon = listing.horizon(pages.values());
        List<NamedRow> settled = new ArrayList<>();
        for (Map.Entry<String, Map<DcName, Row>> each :
                RowComparison.merge(pages, horizon).entrySet()) {
            Optional<Row> row = settle(wanted, each.getKey(), each.getValue(), deadline);
            if (row.isEmpty()) {
                return new Unavailable("the latest version of a key could not be settled in time");
            }
            settled.add(new NamedRow(each.getKey(), row.get()));
        }
        return new Rows(settled, horizon.isPresent());
    }

    private Optional<Row> settle(
            Listing wanted, String name, Map<DcName, Row> rows, Deadline deadline) {
        ObjectKey key = new ObjectKey(wanted.scan().bucket(), name);
        var verdict =
                wanted.settled()
                        ? rule.judgeStrictly(group.quorums(), rows)
                        : rule.judge(group.quorums(), rows);
        if (verdict instanceof LatestVersion.Settled settled) {
            return Optional.of(settled.row());
        }
        if (wanted.settled() && verdict instanceof LatestVersion.Ambiguous ambiguous) {
            // Another read might miss the vote seen here, so this very sight of it is acted upon.
            return reader.finish(key, ambiguous, deadline);
        }
        return reader.read(key, deadline) instanceof VersionReader.Latest latest
                ? Optional.of(latest.row())
                : Optional.empty();
    }
}
