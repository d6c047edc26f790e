package io.giza.gateway.s3.object;

import io.giza.acl.AccessControlList;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.encryption.EncryptionRequest;
import io.giza.gateway.s3.access.ObjectAclHandler;
import io.giza.gateway.s3.body.ChecksumAlgorithm;
import io.giza.gateway.s3.body.CopiedBody;
import io.giza.gateway.s3.document.LockHeaders;
import io.giza.gateway.s3.encryption.EncryptionHeaders;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.CopyResult;
import io.giza.gateway.s3.exchange.CopySource;
import io.giza.gateway.s3.exchange.Failures;
import io.giza.gateway.s3.exchange.KeepAliveResponse;
import io.giza.gateway.s3.exchange.ObjectHeaders;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.exchange.SourceObjects;
import io.giza.gateway.s3.exchange.VersionIds;
import io.giza.gateway.s3.exchange.WriteConditions;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.OpenObject;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.gateway.upload.ArrayBody;
import io.giza.lock.VersionLock;
import io.giza.model.Manifest;
import io.giza.model.VersionName;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * CopyObject. A copy shares nothing with its source: its bytes stream through this gateway, and are
 * coded as a put of its own account's policy.
 */
public final class CopyHandler {
    private static final String METADATA = "x-amz-metadata-directive";
    private static final String TAGGING = "x-amz-tagging-directive";
    private static final String ALGORITHM = "x-amz-checksum-algorithm";

    private final ObjectService objects;
    private final ObjectAclHandler acls;
    private final SourceObjects sources;
    private final Surroundings surroundings;
    private final KeepAliveResponse keepAlive;

    /**
     * Makes the handler.
     *
     * @param acls tells whose a copy is: it has nothing of the list of its source
     */
    public CopyHandler(
            ObjectService objects,
            ObjectAclHandler acls,
            Surroundings surroundings,
            KeepAliveResponse keepAlive) {
        this.objects = objects;
        this.acls = acls;
        this.sources = new SourceObjects(objects);
        this.surroundings = surroundings;
        this.keepAlive = keepAlive;
    }

    /**
     * Copies the object; the answer keeps the connection alive while that takes long.
     *
     * @throws S3Exception what a GetObject of the source would answer, PreconditionFailed, or
     *     InvalidRequest for a copy onto itself that changes nothing
     */
    public void copy(Call call, Reply reply) throws IOException {
        CopySource source = CopySource.of(call.headers());
        boolean replacesMetadata = replaces(call.headers(), METADATA);
        boolean replacesTags = replaces(call.headers(), TAGGING);
        Optional<ChecksumAlgorithm> algorithm = algorithm(call.headers());
        if (source.resource().equals(call.resource())
                && source.version() == null
                && !replacesMetadata
                && !call.headers().has(ObjectHeaders.REDIRECT_LOCATION)
                && !call.headers().has(ObjectHeaders.STORAGE_CLASS)
                && EncryptionHeaders.requested(call.headers())
                        instanceof EncryptionRequest.ByBucket) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "This copy request is illegal because it is trying to copy an object to itself"
                            + " without changing the object's metadata, storage class, website"
                            + " redirect location or encryption attributes.");
        }
        CopyOptions options =
                new CopyOptions(
                        WriteConditions.of(call.headers()),
                        algorithm,
                        replacesTags
                                ? Optional.of(ObjectHeaders.tags(call.headers()))
                                : Optional.empty(),
                        LockHeaders.requested(call.headers(), surroundings.time().instant()),
                        EncryptionHeaders.requested(call.headers()),
                        acls.ofNew(call));
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
            Optional<Map<String, String>> tags,
            VersionLock lock,
            EncryptionRequest encryption,
            Optional<AccessControlList> acl) {}

    /** The headers and user metadata of an object. */
    private record Description(Map<String, String> headers, Map<String, String> userMetadata) {}

    private KeepAliveResponse.FinalResponse copy(
            Call call, CopySource source, CopyOptions options, Optional<Description> replaced)
            throws IOException {
        OpenObject object;
        try {
            object = opened(call, source);
        } catch (S3Exception refusal) {
            return repeated(call, source, refusal);
        }
        Manifest manifest = object.manifest();
        Description description =
                replaced.orElseGet(
                        () ->
                                new Description(
                                        ObjectHeaders.copied(manifest.headers(), call.headers()),
                                        manifest.userMetadata()));
        PutRequest request =
                new PutRequest(
                                call.target(),
                                options.condition(),
                                description.headers(),
                                description.userMetadata(),
                                options.tags().orElse(manifest.tags()),
                                options.lock(),
                                options.encryption(),
                                options.acl())
                        .copying();
        Optional<ChecksumAlgorithm> algorithm =
                options.algorithm()
                        .or(() -> algorithmOf(manifest.checksums()))
                        .or(() -> Optional.of(ChecksumAlgorithm.CRC64NVME));
        try (CopiedBody body =
                new CopiedBody(surroundings, object, 0, manifest.size(), algorithm)) {
            return answer(call, source, object.version(), objects.put(request, body));
        } catch (CopiedBody.SourceException e) {
            return repeated(call, source, sources.failure(call, source, e));
        }
    }

    private OpenObject opened(Call call, CopySource source) {
        OpenObject object = sources.open(call, source);
        try {
            CopySource.check(call.headers(), object.manifest(), surroundings.time().instant());
            SourceObjects.requireCopyable(object.manifest().size());
            return object;
        } catch (RuntimeException e) {
            object.close();
            throw e;
        }
    }

    private KeepAliveResponse.FinalResponse repeated(
            Call call, CopySource source, S3Exception refusal) throws IOException {
        PutRequest request = PutRequest.ofRepeatedCopy(call.target());
        PutResult result =
                SourceObjects.repeated(
                        call, refusal, () -> objects.put(request, new ArrayBody(new byte[0])));
        return answer(call, source, Optional.empty(), result);
    }

    private static KeepAliveResponse.FinalResponse answer(
            Call call, CopySource source, Optional<VersionName> found, PutResult result) {
        return switch (result) {
            case PutResult.Stored stored ->
                    answer(call, source.copiedVersion(call, found, stored), stored);
            case Failure failure -> throw Failures.toError(failure, call.resource());
        };
    }

    private static KeepAliveResponse.FinalResponse answer(
            Call call, Optional<VersionName> source, PutResult.Stored stored) {
        XmlWriter document = XmlWriter.document("CopyObjectResult");
        CopyResult.describe(document, stored.manifest(), stored.manifest().checksums());
        Map<String, String> headers =
                new LinkedHashMap<>(
                        EncryptionHeaders.describing(
                                stored.manifest().encryption(), call.headers()));
        headers.putAll(ObjectHeaders.expiration(call, stored.manifest()));
        source.ifPresent(
                version -> headers.put("x-amz-copy-source-version-id", version.toString()));
        stored.version().ifPresent(version -> headers.put(VersionIds.HEADER, version.toString()));
        return new KeepAliveResponse.FinalResponse(document, headers);
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
