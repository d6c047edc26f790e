package io.giza.commit.group;

import io.giza.model.Utf8Order;
import io.giza.paxos.Quorums;
import io.giza.replica.MetadataReplica.RowPage;

import java.util.Collection;
import java.util.Optional;

/** What may be concluded from the pages of rows that several data centers answered with. */
public class ListingRule {
    /** Rule: pages of a classic quorum hold, together, every key that was acknowledged before. */
    public boolean isEnough(Quorums quorums, int answered) {
        return quorums.isClassic(answered);
    }

    /**
     * Rule: nothing is known of what comes after the last row of any page that has more to come.
     * Returns the last name up to which every page is complete, empty if all are to the end.
     */
    public Optional<String> horizon(Collection<RowPage> pages) {
        return pages.stream()
                .filter(RowPage::more)
                .map(page -> page.rows().getLast().name())
                .min(Utf8Order.COMPARATOR);
    }
}
