package io.giza.gateway.version;

import io.giza.model.Mode;
import io.giza.model.VersionId;
import io.giza.model.VersionName;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;

import java.util.Optional;
import java.util.Set;

/** What clients are told that versions are called. */
public final class VersionNames {
    private VersionNames() {}

    /** Returns the identity of a version of a row. */
    public static VersionId idOf(Row row, Entry entry) {
        return new VersionId(row.generation(), entry.version(), entry.value().id());
    }

    /**
     * Tells whether a version stands in a row, as far as the row goes back. What was known of the
     * bucket when the row was read says nothing of versions that came later.
     */
    static boolean isInRow(Row row, Entry entry) {
        return entry.version() <= row.chosen()
                && row.entry(entry.version())
                        .filter(each -> !each.value().isSame(entry.value()))
                        .isEmpty();
    }

    /**
     * Returns the name of a version, empty where it may not be told.
     *
     * @param reportableModes of which modes the versions are whose names may be told
     */
    public static Optional<VersionName> of(Set<Mode> reportableModes, Row row, Entry entry) {
        return reportableModes.contains(Mode.of(entry.value()))
                ? Optional.of(VersionName.of(idOf(row, entry), Mode.of(entry.value())))
                : Optional.empty();
    }

    /** Returns the name of a version of which only the number is known. */
    public static Optional<VersionName> of(Set<Mode> reportableModes, Row row, long version) {
        return row.entry(version).flatMap(entry -> of(reportableModes, row, entry));
    }
}
