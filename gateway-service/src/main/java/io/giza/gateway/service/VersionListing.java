package io.giza.gateway.service;

import io.giza.gateway.service.ObjectService.Failure;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.VersionId;
import io.giza.model.VersionName;
import io.giza.replica.Account;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A page of a listing of versions: what is asked for, and what comes of it. */
public interface VersionListing {
    /**
     * A page of a listing of versions.
     *
     * @param account the caller's storage account
     * @param bucket the bucket's name
     * @param prefix keys must begin with it; may be empty
     * @param delimiter groups keys up to its first occurrence after the prefix; may be empty
     * @param after what the page comes after
     * @param limit the greatest number of versions and groups together, 0 to 1,000
     */
    record Request(
            Account account,
            String bucket,
            String prefix,
            String delimiter,
            Marker after,
            int limit) {}

    /**
     * A place between versions.
     *
     * @param key a key or group; empty for the beginning
     * @param version this version of the key and all newer ones come before; empty if all of the
     *     key do
     */
    record Marker(String key, Optional<VersionName> version) {
        /** The beginning of a bucket. */
        public static final Marker START = new Marker("", Optional.empty());
    }

    /** How a listing ended. */
    sealed interface Result {}

    /**
     * The page.
     *
     * @param versions the versions in order
     * @param commonPrefixes the groups in order
     * @param next what the next page comes after, empty at the end
     */
    record Page(List<Version> versions, List<String> commonPrefixes, Optional<Marker> next)
            implements Result {
        public Page {
            versions = List.copyOf(versions);
            commonPrefixes = List.copyOf(commonPrefixes);
        }
    }

    /** There is no page. */
    record Failed(Failure failure) implements Result {}

    /**
     * One version.
     *
     * @param id its name
     * @param isLatest whether no other of its key is newer
     * @param mode how it stands to the others of its key
     * @param created when it was put or marked, as its gateway's clock said
     * @param manifest what was put; empty for a delete marker
     */
    record Version(
            String key,
            VersionId id,
            boolean isLatest,
            Mode mode,
            Instant created,
            Optional<Manifest> manifest) {
        /** Returns what clients call it. */
        public VersionName name() {
            return VersionName.of(id, mode);
        }
    }
}
