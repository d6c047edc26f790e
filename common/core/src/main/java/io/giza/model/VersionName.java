package io.giza.model;

import java.util.Optional;

/** What clients call a version of an object. */
public sealed interface VersionName permits VersionId, VersionName.Null {
    /** The newest version of a key that was written without versioning. */
    record Null() implements VersionName {
        private static final String TEXT = "null";

        @Override
        public String toString() {
            return TEXT;
        }
    }

    /** Reads the text of {@link #toString}; empty if it is no such text. */
    static Optional<VersionName> parse(String text) {
        return text.equals(Null.TEXT)
                ? Optional.of(new Null())
                : VersionId.parse(text).map(id -> id);
    }

    /**
     * Returns the name of a version.
     *
     * @param id its identity
     * @param mode how it stands to the others
     */
    static VersionName of(VersionId id, Mode mode) {
        return mode.isNull() ? new Null() : id;
    }
}
