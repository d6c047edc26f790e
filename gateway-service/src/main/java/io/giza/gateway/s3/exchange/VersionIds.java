package io.giza.gateway.s3.exchange;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Query;
import io.giza.model.VersionName;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/** The versionId of a request, and what is said of versions in the headers of an answer. */
public final class VersionIds {
    public static final String HEADER = "x-amz-version-id";
    public static final String MARKER_HEADER = "x-amz-delete-marker";

    private VersionIds() {}

    /**
     * Returns the version that a query names, null if it names none.
     *
     * @throws S3Exception InvalidArgument if it is no name of a version
     */
    static @Nullable public VersionName requested(Query query) {
        return requested(query.first("versionId"));
    }

    /** Returns the version of a name likewise. */
    static @Nullable public VersionName requested(Optional<String> name) {
        return name.isEmpty()
                ? null
                : VersionName.parse(name.get()).orElseThrow(() -> invalid(name.get()));
    }

    private static S3Exception invalid(String name) {
        String message =
                name.isEmpty()
                        ? "Version id cannot be the empty string"
                        : "Invalid version id specified";
        return new S3Exception(S3Error.INVALID_ARGUMENT, message)
                .with("ArgumentName", "versionId")
                .with("ArgumentValue", name);
    }

    /** Returns NoSuchVersion. */
    public static S3Exception noSuchVersion(String name) {
        return new S3Exception(S3Error.NO_SUCH_VERSION).with("VersionId", name);
    }

    /** Tells in an answer which version it is about, if that has a name. */
    public static void addHeader(Reply reply, Optional<VersionName> version) {
        version.ifPresent(name -> reply.header(HEADER, name.toString()));
    }

    /** Tells in an error that the newest version is this delete marker. */
    public static S3Exception withDeleteMarker(S3Exception error, Optional<VersionName> marker) {
        return marker.map(
                        name ->
                                error.withHeader(MARKER_HEADER, "true")
                                        .withHeader(HEADER, name.toString()))
                .orElse(error);
    }
}
