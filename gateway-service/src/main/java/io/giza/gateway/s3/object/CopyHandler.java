package io.giza.gateway.s3.object;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.s3.body.ChecksumAlgorithm;
import io.giza.gateway.s3.body.CopiedBody;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.CopySource;
import io.giza.gateway.s3.exchange.EntityTag;
import io.giza.gateway.s3.exchange.Failures;
import io.giza.gateway.s3.exchange.KeepAliveResponse;
import io.giza.gateway.s3.exchange.ObjectHeaders;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.exchange.Timestamps;
import io.giza.gateway.s3.exchange.VersionIds;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutRequest;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.OpenObject;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.Manifest;
import io.giza.model.VersionName;
import io.giza.stripe.read.ScarceMemoryException;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * CopyObject. A copy shares nothing with its source: its bytes stream through this gateway, and are
 * coded as a put of its own account's policy.
 */
public final class CopyHandler {
    /** S3's own limit of what is copied at once. */
    private static final long MAX_COPY_BYTES = 5L << 30;

    private static final String METADATA = "x-amz-metadata-directive";
    private static final String TAGGING = "x-amz-tagging-directive";
    private static final String ALGORITHM = "x-amz-checksum-algorithm";

    private final ObjectService objects;
    private final Surroundings surroundings;
    private final KeepAliveResponse keepAlive;

    public CopyHandler(
            ObjectService objects, Surroundings surroundings, KeepAliveResponse keepAlive) {
        this.objects = objects;
        this.surroundings = surroundings;
        this.keepAlive = keepAlive;
    }

    public void copy(Call call, Reply reply) throws IOException {
        CopySource source = CopySource.of(call.headers());
        boolean replacesMetadata = replaces(call.headers(), METADATA);
        boolean replacesTags = replaces(call.headers(), TAGGING);
        if (source.resource().equals(call.resource())
                && source.version() == null
                && !replacesMetadata) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "This copy request is illegal because it is trying to copy an object to itself"
                            + " without changing the object's metadata, storage class, website"
                            + " redirect location or encryption attributes.");
        }
        CopyOptions options =
                new CopyOptions(
                        WriteHandler.condition(call.headers()),
                        algorithm(call.headers()),
                        replacesTags
                                ? Optional.of(ObjectHeaders.tags(call.headers()))
                                : Optional.empty());
        Headers headers = call.headers();
        Optional<Description> replaced =
                replacesMetadata
                        ? Optional.of(
                                new Description(
                                        ObjectHeaders.stored(headers),
                                        ObjectHeaders.userMetadata(headers)))
                        : Optional.empty();
        keepAlive.send(call, reply, () -> copy(call, source, options, replaced));
    }

    /** What is asked of the copy, but for its description. */
    private record CopyOptions(
            WriteCondition condition,
            Optional<ChecksumAlgorithm> algorithm,
            Optional<Map<String, String>> tags) {}

    /** The headers and user metadata of an object. */
    private record Description(Map<String, String> headers, Map<String, String> userMetadata) {}

    private KeepAliveResponse.FinalResponse copy(
            Call call, CopySource source, CopyOptions options, Optional<Description> replaced)
            throws IOException {
        OpenObject object = open(objects, call, source, false);
        Manifest manifest = object.manifest();
        try {
            CopySource.check(call.headers(), manifest);
            requireCopyable(manifest.size());
        } catch (RuntimeException e) {
            object.close();
            throw e;
        }
        Description description =
                replaced.orElseGet(
                        () -> new Description(manifest.headers(), manifest.userMetadata()));
        PutRequest request =
                new PutRequest(
                        call.target(),
                        options.condition(),
                        description.headers(),
                        description.userMetadata(),
                        options.tags().orElse(manifest.tags()));
        Optional<ChecksumAlgorithm> algorithm =
                options.algorithm()
                        .or(() -> algorithmOf(manifest.checksums()))
                        .or(() -> Optional.of(ChecksumAlgorithm.CRC64NVME));
        try (CopiedBody body =
                new CopiedBody(surroundings, object, 0, manifest.size(), algorithm)) {
            return switch (objects.put(request, body)) {
                case PutResult.Stored stored -> answer(object.version(), stored);
                case Failure failure -> throw Failures.toError(failure, call.resource());
            };
        } catch (CopiedBody.SourceException e) {
            throw sourceFailure(objects, call, source, e);
        }
    }

    /** Returns what a get of a source is told that could not be read. */
    public static S3Exception sourceFailure(
            ObjectService objects, Call call, CopySource source, CopiedBody.SourceException e) {
        String detail = String.valueOf(e.getMessage());
        if (e.getCause() instanceof ScarceMemoryException) {
            return Failures.busy(source.resource(), detail);
        }
        // It says so, and raises the alarm, where data is lost or was deleted meanwhile.
        open(objects, call, source, true).close();
        return Failures.unavailable(source.resource(), detail, false);
    }

    /**
     * Opens a source.
     *
     * @param startReading whether to begin to read it
     */
    public static OpenObject open(
            ObjectService objects, Call call, CopySource source, boolean startReading) {
        GetRequest request = new GetRequest(source.target(call), source.version(), startReading);
        return switch (objects.get(request)) {
            case GetResult.Found(OpenObject object) -> object;
            case GetResult.Absent(var marker) ->
                    throw source.version() == null
                            ? VersionIds.withDeleteMarker(
                                    Failures.noSuchKey(source.resource()), marker)
                            : VersionIds.noSuchVersion(String.valueOf(source.version()));
            case GetResult.Marker() ->
                    throw new S3Exception(
                            S3Error.INVALID_REQUEST,
                            "The source of a copy request may not specifically refer to a delete"
                                    + " marker by version id.");
            case Failure failure -> throw Failures.toError(failure, source.resource());
        };
    }

    /** Refuses what is too large to be copied at once. */
    public static void requireCopyable(long bytes) {
        if (bytes > MAX_COPY_BYTES) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "The specified copy source is larger than the maximum allowable size for a"
                            + " copy source: "
                            + MAX_COPY_BYTES);
        }
    }

    private static KeepAliveResponse.FinalResponse answer(
            Optional<VersionName> source, PutResult.Stored stored) {
        XmlWriter document = XmlWriter.document("CopyObjectResult");
        describe(document, stored.manifest(), stored.manifest().checksums());
        Map<String, String> headers = new LinkedHashMap<>();
        source.ifPresent(
                version -> headers.put("x-amz-copy-source-version-id", version.toString()));
        stored.version().ifPresent(version -> headers.put(VersionIds.HEADER, version.toString()));
        return new KeepAliveResponse.FinalResponse(document, headers);
    }

    /** Writes what S3 says of a copy. */
    public static void describe(
            XmlWriter document, Manifest stored, Map<String, String> checksums) {
        document.element("LastModified", Timestamps.text(stored.created()))
                .element("ETag", EntityTag.quote(stored.etag()));
        checksums.forEach(
                (name, value) ->
                        document.element(ChecksumAlgorithm.ofStored(name).element(), value));
        if (!checksums.isEmpty()) {
            document.element("ChecksumType", "FULL_OBJECT");
        }
    }

    private static boolean replaces(Headers headers, String directive) {
        return switch (headers.value(directive).orElse("COPY")) {
            case "COPY" -> false;
            case "REPLACE" -> true;
            default ->
                    throw new S3Exception(
                                    S3Error.INVALID_ARGUMENT,
                                    "Unknown "
                                            + (directive.contains("tagging")
                                                    ? "tagging"
                                                    : "metadata")
                                            + " directive.")
                            .with("ArgumentName", directive);
        };
    }

    private static Optional<ChecksumAlgorithm> algorithm(Headers headers) {
        return headers.value(ALGORITHM).map(ChecksumAlgorithm::named);
    }

    /** A copy has a checksum of its source's kind, if the source has one. */
    private static Optional<ChecksumAlgorithm> algorithmOf(Map<String, String> checksums) {
        return checksums.keySet().stream().findFirst().map(ChecksumAlgorithm::ofStored);
    }
}
