package io.giza.simulation.undecided;

import io.giza.model.DeletionReason;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Row;
import io.giza.paxos.Vote;
import io.giza.simulation.cluster.VoteOracle;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What is chosen of all rows after a moment at which nothing may happen any more.
 *
 * @param oracle sees what is chosen
 * @param voted what some row had a vote for then
 * @param before how much was chosen of each key then
 */
record LateNews(VoteOracle oracle, Set<PutId> voted, Map<ObjectKey, Integer> before) {
    /** Begins now. */
    static LateNews since(VoteOracle oracle) {
        Set<PutId> voted = voted(oracle);
        return new LateNews(oracle, voted, chosen(oracle, voted));
    }

    /** Checks that nothing happened since. */
    void checkNone() {
        chosen(oracle, voted)
                .forEach(
                        (key, count) ->
                                VoteOracle.check(
                                        count.equals(before.getOrDefault(key, 0)),
                                        "something happened to " + key + " long after its time"));
    }

    /** Returns how much was chosen of each key that is news. */
    private static Map<ObjectKey, Integer> chosen(VoteOracle oracle, Set<PutId> voted) {
        Map<ObjectKey, Integer> counts = new TreeMap<>();
        for (ObjectKey key : oracle.keys()) {
            int count = 0;
            for (long generation : oracle.generations(key)) {
                for (VoteOracle.Chosen each : oracle.chosen(key, generation)) {
                    count += isNews(each.value(), voted) ? 1 : 0;
                }
            }
            counts.put(key, count);
        }
        return counts;
    }

    /** Returns what some row has a vote for that nobody may know to be chosen. */
    private static Set<PutId> voted(VoteOracle oracle) {
        Set<PutId> voted = new HashSet<>();
        for (ObjectKey key : oracle.keys()) {
            for (Row row : oracle.rows(key).values()) {
                Vote vote = row.open().vote();
                if (vote != null) {
                    voted.add(vote.value().id());
                }
            }
        }
        return voted;
    }

    /**
     * Whether the data of a put is there that was chosen is decided when somebody reads it. Only
     * what was voted for before that is news.
     */
    private static boolean isNews(Value value, Set<PutId> voted) {
        return switch (value.kind()) {
            case VISIBLE -> voted.contains(value.id());
            case DELETE_VERSIONS ->
                    DeletionReason.of(value) != DeletionReason.GIVEN_UP
                            || voted.contains(value.id());
            case PUT, MARKER, ANNOTATE, NO_OP, REMOVE, DROP -> true;
        };
    }
}
