package io.giza.gateway.version;

import io.giza.commit.turn.Passage;
import io.giza.model.DcName;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;

import java.util.Map;
import java.util.Optional;

/**
 * A put that wrote over another before that one was offered. It became visible while the other was
 * under way, and is blind: its own success did not depend on what was there. So the other took
 * effect right before it, where nobody could see it, and needs no version.
 *
 * @param row a row that holds it
 * @param version its version
 * @param witnesses what data centers that hold it said of the bucket then
 */
public record Overwrite(Row row, Entry version, Map<DcName, Row> witnesses) {
    /** Returns what wrote over a blind write that waited meanwhile; empty if nothing did. */
    public static Optional<Overwrite> in(Passage passage, VersionResolver resolver, ObjectKey key) {
        return passage.chosenMeanwhile().reversed().stream()
                .filter(entry -> isBlind(entry.value()))
                .findFirst()
                .filter(entry -> resolver.isSeenVisible(key, passage.row(), entry.version()))
                .map(entry -> new Overwrite(passage.row(), entry, passage.witnesses()));
    }

    /** Tells whether a record is a put that does not depend on what was there before. */
    public static boolean isBlind(Value value) {
        return value.kind() == Value.Kind.PUT && Mode.of(value) == Mode.BLIND;
    }
}
