package io.giza.gateway.s3;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Query;

/** The versions of objects in buckets that are not versioned: there is only the one named null. */
final class Versions {
    private Versions() {}

    /**
     * Checks the versionId of a query, if it has one.
     *
     * @throws S3Exception NoSuchVersion
     */
    static void requireUnversioned(Query query) {
        String version = query.first("versionId").orElse("null");
        if (!version.equals("null")) {
            throw new S3Exception(S3Error.NO_SUCH_VERSION).with("VersionId", version);
        }
    }
}
