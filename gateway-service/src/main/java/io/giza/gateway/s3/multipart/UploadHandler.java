package io.giza.gateway.s3.multipart;

import io.giza.gateway.s3.body.Bodies;
import io.giza.gateway.s3.body.ChecksumAlgorithm;
import io.giza.gateway.s3.body.DeclaredChecksums;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Buckets;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.EntityTag;
import io.giza.gateway.s3.exchange.Failures;
import io.giza.gateway.s3.exchange.ObjectHeaders;
import io.giza.gateway.s3.exchange.PartNumber;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.UploadService;
import io.giza.gateway.service.UploadService.AbortResult;
import io.giza.gateway.service.UploadService.CreateResult;
import io.giza.gateway.service.UploadService.PartTarget;
import io.giza.model.Manifest;
import io.giza.model.Upload;
import io.giza.model.Upload.Checksum;
import io.giza.model.UploadId;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** CreateMultipartUpload, UploadPart, AbortMultipartUpload. */
public final class UploadHandler {
    private static final String ALGORITHM = "x-amz-checksum-algorithm";
    private static final String TYPE = "x-amz-checksum-type";

    private final UploadService uploads;
    private final Buckets buckets;
    private final InstantSource clock;
    private final long maxPartBytes;

    public UploadHandler(
            UploadService uploads, Buckets buckets, InstantSource clock, long maxPartBytes) {
        this.uploads = uploads;
        this.buckets = buckets;
        this.clock = clock;
        this.maxPartBytes = maxPartBytes;
    }

    public void create(Call call, Reply reply) throws IOException {
        Optional<Checksum> checksum = checksum(call.headers());
        Upload upload =
                new Upload(
                        ObjectHeaders.stored(call.headers()),
                        ObjectHeaders.userMetadata(call.headers()),
                        ObjectHeaders.tags(call.headers()),
                        checksum,
                        call.caller().account().name(),
                        clock.instant());
        switch (uploads.create(call.target(), upload)) {
            case CreateResult.Created(UploadId id) -> {
                checksum.ifPresent(
                        kind ->
                                reply.header(ALGORITHM, algorithm(kind).name())
                                        .header(TYPE, kind.type().name()));
                reply.xml(
                        200,
                        XmlWriter.document("InitiateMultipartUploadResult")
                                .element("Bucket", call.resource().bucket())
                                .element("Key", call.resource().key())
                                .element("UploadId", id.toString()));
            }
            case CreateResult.Failed(Failure failure) -> throw error(call, failure);
        }
    }

    /** Returns the algorithm of a kind of checksum. */
    static ChecksumAlgorithm algorithm(Checksum kind) {
        return ChecksumAlgorithm.ofStored(kind.algorithm());
    }

    /** A composite checksum is made of those that the client says, one by one. */
    private static DeclaredChecksums.ExpectedChecksum expectedChecksum(Upload upload) {
        Checksum kind = upload.checksumOrDefault();
        DeclaredChecksums.ChecksumPolicy policy =
                switch (kind.type()) {
                    case COMPOSITE -> DeclaredChecksums.ChecksumPolicy.REQUIRED;
                    case FULL_OBJECT ->
                            upload.checksum().isPresent()
                                    ? DeclaredChecksums.ChecksumPolicy.EXCLUSIVE
                                    : DeclaredChecksums.ChecksumPolicy.ADDITIONAL;
                };
        return new DeclaredChecksums.ExpectedChecksum(algorithm(kind), policy);
    }

    private static Optional<Checksum> checksum(Headers headers) {
        Optional<ChecksumAlgorithm> algorithm =
                headers.value(ALGORITHM).map(ChecksumAlgorithm::named);
        Optional<Checksum.Type> type = type(headers);
        if (algorithm.isEmpty()) {
            if (type.isPresent()) {
                throw new S3Exception(
                        S3Error.INVALID_REQUEST,
                        "The x-amz-checksum-type header can only be used with the"
                                + " x-amz-checksum-algorithm header.");
            }
            return Optional.empty();
        }
        Checksum.Type chosen = type.orElse(defaultType(algorithm.get()));
        if (!isPossible(algorithm.get(), chosen)) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "The "
                            + chosen
                            + " checksum type cannot be used with the "
                            + algorithm.get().storedName()
                            + " checksum algorithm.");
        }
        return Optional.of(new Checksum(algorithm.get().storedName(), chosen));
    }

    /** Reads the type of checksum that a request names. */
    static Optional<Checksum.Type> type(Headers headers) {
        return headers.value(TYPE)
                .map(
                        name ->
                                Arrays.stream(Checksum.Type.values())
                                        .filter(type -> type.name().equals(name))
                                        .findFirst()
                                        .orElseThrow(
                                                () ->
                                                        new S3Exception(
                                                                S3Error.INVALID_REQUEST,
                                                                "Value for x-amz-checksum-type"
                                                                        + " header is invalid.")));
    }

    private static Checksum.Type defaultType(ChecksumAlgorithm algorithm) {
        return algorithm == ChecksumAlgorithm.CRC64NVME
                ? Checksum.Type.FULL_OBJECT
                : Checksum.Type.COMPOSITE;
    }

    /** CRCs of pieces make that of the whole, digests do not; S3 has no composite CRC64NVME. */
    private static boolean isPossible(ChecksumAlgorithm algorithm, Checksum.Type type) {
        return switch (algorithm) {
            case CRC32, CRC32C -> true;
            case CRC64NVME -> type == Checksum.Type.FULL_OBJECT;
            case SHA1, SHA256 -> type == Checksum.Type.COMPOSITE;
        };
    }

    public void put(Call call, Reply reply) throws IOException {
        PartTarget part = buckets.validatedAfterBucket(call, () -> part(call));
        PartContent content = new PartContent(call);
        PutResult result = uploads.putPart(part, content);
        switch (result) {
            case PutResult.Stored stored -> {
                Manifest manifest = stored.manifest();
                content.reportedChecksums(manifest)
                        .forEach((name, value) -> reply.header("x-amz-checksum-" + name, value));
                reply.header("ETag", EntityTag.quote(manifest.etag())).empty(200);
            }
            case Failure failure -> throw error(call, failure);
        }
    }

    /** The body of a part, which is opened once its upload is known. */
    private final class PartContent implements UploadService.PartBody {
        private final Call call;
        private @Nullable Upload upload;

        PartContent(Call call) {
            this.call = call;
        }

        @Override
        public ObjectBody of(Upload opened) {
            upload = opened;
            return Bodies.open(
                    call.headers(),
                    call.caller().payload(),
                    call.input(),
                    maxPartBytes,
                    Optional.of(expectedChecksum(opened)));
        }

        Map<String, String> reportedChecksums(Manifest stored) {
            return upload == null ? Map.of() : UploadHandler.reportedChecksums(upload, stored);
        }
    }

    /**
     * Returns the checksums of a part that its client is told of: one that was computed only for
     * the whole object is not a part's.
     */
    static Map<String, String> reportedChecksums(Upload upload, Manifest part) {
        Map<String, String> reported = new LinkedHashMap<>(part.checksums());
        if (upload.checksum().isEmpty()) {
            reported.remove(Checksum.DEFAULT.algorithm());
        }
        return reported;
    }

    /** Reads which part a request is about. */
    static PartTarget part(Call call) {
        int number = PartNumber.parse(call);
        return new PartTarget(call.target(), upload(call), number);
    }

    /** Reads which upload a request is about. */
    static UploadId upload(Call call) {
        String text = call.query().first("uploadId").orElse("");
        return UploadId.parse(text)
                .orElseThrow(() -> new S3Exception(S3Error.NO_SUCH_UPLOAD).with("UploadId", text));
    }

    public void abort(Call call, Reply reply) {
        UploadId upload = buckets.validatedAfterBucket(call, () -> upload(call));
        switch (uploads.abort(call.target(), upload)) {
            case AbortResult.Aborted() -> reply.empty(204);
            case AbortResult.Failed(Failure failure) -> throw error(call, failure);
        }
    }

    /** Returns what a client is told of a failure. */
    static S3Exception error(Call call, Failure failure) {
        S3Exception error = Failures.toError(failure, call.resource());
        return failure instanceof Failure.NoSuchUpload
                ? error.with("UploadId", call.query().first("uploadId").orElse(""))
                : error;
    }
}
