package io.giza.recovery.fragments;

import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;

import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Puts of which no row knows yet whether they lack fragments. */
public final class UnresolvedPuts {
    private UnresolvedPuts() {}

    /**
     * Whether a row of an object has such a put.
     *
     * @param rows the row as data centers have it
     * @throws io.giza.record.FormatException if a manifest cannot be understood
     */
    public static boolean areIn(Collection<Row> rows) {
        Set<PutId> resolved =
                rows.stream()
                        .flatMap(row -> row.log().stream())
                        .filter(entry -> entry.resolution() != Resolution.UNRESOLVED)
                        .map(entry -> entry.value().id())
                        .collect(Collectors.toSet());
        return rows.stream().flatMap(UnresolvedPuts::in).anyMatch(put -> !resolved.contains(put));
    }

    private static Stream<PutId> in(Row row) {
        return row.log().stream()
                .filter(entry -> entry.value().kind() == Value.Kind.PUT)
                .filter(entry -> entry.resolution() == Resolution.UNRESOLVED)
                .filter(entry -> !entry.isTruncated() && !Fold.isDeleted(row, entry.version()))
                .filter(entry -> ManifestCodec.decode(entry.value()).fragmented().isPresent())
                .map(entry -> entry.value().id());
    }
}
