package io.giza.simulation.drill;

import io.giza.commit.MetadataPath;
import io.giza.commit.group.ListingRule;
import io.giza.model.Utf8Order;
import io.giza.paxos.Quorums;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.simulation.cluster.Protocol;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Listings with one rule broken each. */
final class ListingMutants {
    private ListingMutants() {}

    /** Returns the mutants by name. */
    static Map<String, Protocol> all() {
        return Map.of(
                "list from the first data center that answers",
                listing(new FirstPage()),
                "page of one data center hides keys of another",
                listing(new LongestPage()));
    }

    private static Protocol listing(ListingRule rule) {
        return new Protocol() {
            @Override
            public MetadataPath.Rules rules() {
                return MetadataPath.Rules.PROTOCOL.with(rule);
            }
        };
    }

    private static final class FirstPage extends ListingRule {
        @Override
        public boolean isEnough(Quorums quorums, int answered) {
            return answered > 0;
        }
    }

    private static final class LongestPage extends ListingRule {
        @Override
        public Optional<String> horizon(Collection<RowPage> pages) {
            return pages.stream()
                    .filter(RowPage::more)
                    .map(page -> page.rows().getLast().name())
                    .max(Utf8Order.COMPARATOR);
        }
    }
}
