package io.giza.gateway.version;

import io.giza.model.Manifest;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;

import java.util.Optional;

/** What a read finds under a key, or under the name of a version. */
public sealed interface ResolvedVersion {
    /** The newest version. */
    sealed interface Current extends ResolvedVersion {}

    /** A version that was named. */
    sealed interface Named extends ResolvedVersion {}

    /** The version is this put, and it is visible. */
    record Live(Entry entry, Manifest manifest) implements Current, Named {}

    /**
     * There is no object, or its newest version is a delete marker.
     *
     * @param marker the marker, unless it is one that nobody is shown
     */
    record Gone(Optional<Entry> marker) implements Current {}

    /** The version that was named is a delete marker. */
    record Marker(Entry entry) implements Named {}

    /** The version that was named never was, is not visible yet, or is deleted. */
    record NoSuchVersion() implements Named {}

    /**
     * The version's data may or may not be there.
     *
     * @param put the version, if it can be decided now what becomes of it
     */
    record Undecided(String detail, Optional<UnsettledPut> put) implements Current, Named {
        Undecided(String detail) {
            this(detail, Optional.empty());
        }
    }

    /**
     * What was found.
     *
     * @param row the row that it stands in, which may be later than the one that was asked about
     */
    record Found(Current current, Row row) {}
}
