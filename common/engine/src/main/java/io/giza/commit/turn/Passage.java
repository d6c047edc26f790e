package io.giza.commit.turn;

import io.giza.model.DcName;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a proposer saw while it gave way to others.
 *
 * @param row a row to start from, with their versions
 * @param before a row whose last version was the latest chosen one at some time after giving way
 *     began; empty where none was seen
 * @param witnesses the witness row at data centers that hold the last version of {@code row}, read
 *     after they held it
 */
public record Passage(Row row, Optional<Row> before, Map<DcName, Row> witnesses) {
    public Passage {
        witnesses = Map.copyOf(witnesses);
    }

    /** Nobody was given way to. */
    static Passage none(Row row) {
        return new Passage(row, Optional.empty(), Map.of());
    }

    /** Returns the versions that were chosen after giving way began, the newest last. */
    public List<Entry> chosenMeanwhile() {
        return before.filter(seen -> seen.generation() == row.generation())
                .map(seen -> row.from(seen.chosen() + 1))
                .orElseGet(List::of);
    }
}
