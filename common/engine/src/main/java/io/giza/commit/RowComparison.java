package io.giza.commit;

import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.ListingRule;
import io.giza.commit.group.MetadataGroup;
import io.giza.commit.group.PageQuery;
import io.giza.concurrent.Deadline;
import io.giza.model.DcName;
import io.giza.model.Utf8Order;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Compares the rows of a key space as each data center has them, page by page. It says who lags
 * behind, not what is chosen: that takes the read rule.
 */
public final class RowComparison {
    private final MetadataGroup group;
    private final CommitSettings settings;
    private final PageQuery question;
    private final ListingRule rule;

    /** Compares what the metadata data centers of {@code path} have. */
    public RowComparison(MetadataPath path, CommitSettings settings) {
        this.group = path.group();
        this.settings = settings;
        this.question = new PageQuery(group, settings);
        this.rule = new ListingRule();
    }

    /**
     * A page.
     *
     * @param rows by name, what each data center that answered has of it, which may be {@link
     *     Row#ABSENT}; with the newest part of its log at least
     * @param silent the data centers that did not answer
     * @param next where to go on; empty at the end
     */
    public record Page(
            SortedMap<String, Map<DcName, Row>> rows, Set<DcName> silent, Optional<Scan> next) {}

    /**
     * Returns the page at which {@code scan} begins; empty if nobody answers in time. All are
     * waited for, but none longer than for a phase: somebody may well be away.
     */
    public Optional<Page> page(Scan scan, Deadline deadline) {
        Deadline end = settings.phaseEnd(group.surroundings().time(), deadline);
        Map<DcName, RowPage> pages = question.read(scan, group.names(), _ -> false, end);
        if (pages.isEmpty()) {
            return Optional.empty();
        }
        Set<DcName> silent = new TreeSet<>(group.names());
        silent.removeAll(pages.keySet());
        Optional<String> horizon = rule.horizon(pages.values());
        return Optional.of(new Page(merge(pages, horizon), silent, horizon.map(scan::nextAfter)));
    }

    /** Returns by name, up to {@code horizon}, what each page has of it, if only its absence. */
    static SortedMap<String, Map<DcName, Row>> merge(
            Map<DcName, RowPage> pages, Optional<String> horizon) {
        SortedMap<String, Map<DcName, Row>> byName = new TreeMap<>(Utf8Order.COMPARATOR);
        for (RowPage page : pages.values()) {
            for (NamedRow row : page.rows()) {
                if (horizon.isEmpty() || Utf8Order.compare(row.name(), horizon.get()) <= 0) {
                    byName.put(row.name(), new HashMap<>());
                }
            }
        }
        pages.forEach((dc, page) -> fill(byName, dc, page.rows()));
        return byName;
    }

    private static void fill(
            Map<String, Map<DcName, Row>> byName, DcName dc, Collection<NamedRow> rows) {
        byName.values().forEach(each -> each.put(dc, Row.ABSENT));
        for (NamedRow row : rows) {
            Map<DcName, Row> of = byName.get(row.name());
            if (of != null) {
                of.put(dc, row.row());
            }
        }
    }
}
