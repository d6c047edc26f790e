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
     * @param bucket what was known of it at some time during the operation
     */
    static Optional<VersionName> of(BucketRecord bucket, Row row, Entry entry) {
        return bucket.names(Mode.of(entry.value()))
                ? Optional.of(VersionName.of(idOf(row, entry), Mode.of(entry.value())))
                : Optional.empty();
    }

    /** Returns the name of a version of which only the number is known. */
    static Optional<VersionName> of(BucketRecord bucket, Row row, long version) {
        return row.entry(version).flatMap(entry -> of(bucket, row, entry));
    }
}
