package io.giza.gateway.s3.multipart;

import io.giza.gateway.encryption.EncryptionRequest;
import io.giza.gateway.s3.access.ObjectAclHandler;
import io.giza.gateway.s3.body.Bodies;
import io.giza.gateway.s3.document.LockHeaders;
import io.giza.gateway.s3.encryption.EncryptionHeaders;
import io.giza.gateway.s3.exchange.Buckets;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.EntityTag;
import io.giza.gateway.s3.exchange.ObjectHeaders;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.UploadService;
import io.giza.gateway.service.UploadService.AbortResult;
import io.giza.gateway.service.UploadService.CreateResult;
import io.giza.gateway.service.UploadService.PartTarget;
import io.giza.model.Encryption;
import io.giza.model.Manifest;
import io.giza.model.Upload;
import io.giza.model.Upload.Checksum;
import io.giza.model.UploadId;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/** CreateMultipartUpload, UploadPart, AbortMultipartUpload. */
public final class UploadHandler {
    private final UploadService uploads;
    private final ObjectAclHandler acls;
    private final Buckets buckets;
    private final InstantSource clock;
    private final long maxPartBytes;

    /**
     * Makes the handler.
     *
     * @param acls tells whose the object of a new upload is to be
     */
    public UploadHandler(
            UploadService uploads,
            ObjectAclHandler acls,
            Buckets buckets,
            InstantSource clock,
            long maxPartBytes) {
        this.uploads = uploads;
        this.acls = acls;
        this.buckets = buckets;
        this.clock = clock;
        this.maxPartBytes = maxPartBytes;
    }

    /** CreateMultipartUpload: answers the id of an upload that takes parts from now on. */
    public void create(Call call, Reply reply) throws IOException {
        Optional<Checksum> checksum = UploadChecksums.requested(call.headers());
        Upload upload =
                new Upload(
                        ObjectHeaders.stored(call.headers()),
                        ObjectHeaders.userMetadata(call.headers()),
                        ObjectHeaders.tags(call.headers()),
                        checksum,
                        call.account().name(),
                        clock.instant(),
                        LockHeaders.requested(call.headers(), clock.instant()),
                        Optional.empty(),
                        acls.ofNew(call));
        EncryptionRequest encryption = EncryptionHeaders.requested(call.headers());
        switch (uploads.create(call.target(), upload, encryption)) {
            case CreateResult.Created(UploadId id, Optional<Encryption> made) -> {
                EncryptionHeaders.describing(made, call.headers()).forEach(reply::header);
                checksum.ifPresent(kind -> UploadChecksums.describe(reply, kind));
                reply.xml(
                        200,
                        XmlWriter.document("InitiateMultipartUploadResult")
                                .element("Bucket", call.resource().bucket())
                                .element("Key", call.resource().key())
                                .element("UploadId", id.toString()));
            }
            case CreateResult.Failed(Failure failure) -> throw UploadIds.error(call, failure);
        }
    }

    /**
     * UploadPart: stores a part; one of the same number takes the place of an earlier one.
     *
     * @throws S3Exception NoSuchUpload once the upload is over
     */
    public void put(Call call, Reply reply) throws IOException {
        PartTarget part = buckets.validatedAfterBucket(call, () -> UploadIds.part(call));
        PartContent content = new PartContent(call);
        PutResult result = uploads.putPart(part, content);
        switch (result) {
            case PutResult.Stored stored -> {
                Manifest manifest = stored.manifest();
                content.reportedChecksums(manifest)
                        .forEach((name, value) -> reply.header("x-amz-checksum-" + name, value));
                EncryptionHeaders.describing(manifest.encryption(), call.headers())
                        .forEach(reply::header);
                reply.header("ETag", EntityTag.quote(manifest.etag())).empty(200);
            }
            case Failure failure -> throw UploadIds.error(call, failure);
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
            EncryptionHeaders.requireTrue(call.headers(), opened.encryption());
            return Bodies.open(
                    call.headers(),
                    call.caller().payload(),
                    call.input(),
                    maxPartBytes,
                    Optional.of(UploadChecksums.expected(opened)));
        }

        Map<String, String> reportedChecksums(Manifest stored) {
            return upload == null ? Map.of() : UploadChecksums.reported(upload, stored);
        }
    }

    /**
     * AbortMultipartUpload: no object is made of the parts any more.
     *
     * @throws S3Exception NoSuchUpload if it is unknown, or an object was made of it
     */
    public void abort(Call call, Reply reply) {
        UploadId upload = buckets.validatedAfterBucket(call, () -> UploadIds.requested(call));
        switch (uploads.abort(call.target(), upload)) {
            case AbortResult.Aborted() -> reply.empty(204);
            case AbortResult.Failed(Failure failure) -> throw UploadIds.error(call, failure);
        }
    }
}
