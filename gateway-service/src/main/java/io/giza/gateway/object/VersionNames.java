package io.giza.gateway.object;

import io.giza.model.BucketRecord;
import io.giza.model.Mode;
import io.giza.model.VersionId;
import io.giza.model.VersionName;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;

import java.util.Optional;

/** What clients are told that versions are called. */
final class VersionNames {
    private VersionNames() {}

    /** Returns the identity of a version of a row. */
    static VersionId idOf(Row row, Entry entry) {
        return new VersionId(row.generation(), entry.version(), entry.value().id());
    }

    /**
     * Returns the name of a version, empty where its bucket never was versioned.
     *
     * @param bucket what is known of it; older than the version perhaps
     */
    static Optional<VersionName> of(BucketRecord bucket, Row row, Entry entry) {
        return bucket.versioning().namesVersions() || Mode.of(entry.value()) == Mode.VERSIONED
                ? Optional.of(VersionName.of(idOf(row, entry), Mode.of(entry.value())))
                : Optional.empty();
    }

    /** Returns the name of a version of which only the number is known. */
    static Optional<VersionName> of(BucketRecord bucket, Row row, long version) {
        return row.entry(version).flatMap(entry -> of(bucket, row, entry));
    }
}
