package io.giza.gateway.s3;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Query;
import io.giza.model.VersionId;

import org.jspecify.annotations.Nullable;

/** The versionId of a request. */
final class Versions {
    private static final String NULL = "null";

    private Versions() {}

    /**
     * Returns the version that a query names, null if it names none or the one named null, which in
     * a bucket without versioning is the newest.
     *
     * @throws S3Exception NoSuchVersion if it is no name of a version
     */
    static @Nullable VersionId named(Query query) {
        return named(query.first("versionId").orElse(NULL));
    }

    /** Returns the version of a name likewise. */
    static @Nullable VersionId named(String name) {
        return name.equals(NULL)
                ? null
                : VersionId.parse(name).orElseThrow(() -> noSuchVersion(name));
    }

    static S3Exception noSuchVersion(String name) {
        return new S3Exception(S3Error.NO_SUCH_VERSION).with("VersionId", name);
    }
}
