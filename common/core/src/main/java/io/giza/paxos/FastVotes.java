package io.giza.paxos;

import io.giza.model.Value;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counts votes on the fast ballot by the identity of their values. */
final class FastVotes {
    private FastVotes() {}

    static Map<Value, Integer> count(Collection<@Nullable Vote> votes) {
        Map<Value, Integer> counts = new LinkedHashMap<>();
        for (Vote vote : votes) {
            if (vote != null && vote.ballot().equals(Ballot.FAST)) {
                Value key =
                        counts.keySet().stream()
                                .filter(vote.value()::isSame)
                                .findFirst()
                                .orElse(vote.value());
                counts.merge(key, 1, Integer::sum);
            }
        }
        return counts;
    }
}
