package io.giza.gateway.s3.multipart;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.s3.body.CopiedBody;
import io.giza.gateway.s3.encryption.EncryptionHeaders;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Buckets;
import io.giza.gateway.s3.exchange.ByteRange;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.CopyResult;
import io.giza.gateway.s3.exchange.CopySource;
import io.giza.gateway.s3.exchange.KeepAliveResponse;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.exchange.S3Services;
import io.giza.gateway.s3.exchange.SourceObjects;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.OpenObject;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.UploadService;
import io.giza.gateway.service.UploadService.PartBody;
import io.giza.gateway.service.UploadService.PartTarget;
import io.giza.gateway.upload.ArrayBody;
import io.giza.model.Manifest;
import io.giza.model.Upload;
import io.giza.model.VersionName;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** UploadPartCopy: a part whose bytes are, or are a range of, those of an object. */
public final class PartCopyHandler {
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d{1,18})-(\\d{1,18})");

    private final SourceObjects sources;
    private final UploadService uploads;
    private final Buckets buckets;
    private final Surroundings surroundings;
    private final KeepAliveResponse keepAlive;

    public PartCopyHandler(
            S3Services services,
            Buckets buckets,
            Surroundings surroundings,
            KeepAliveResponse keepAlive) {
        this.sources = new SourceObjects(services.objects());
        this.uploads = services.uploads();
        this.buckets = buckets;
        this.surroundings = surroundings;
        this.keepAlive = keepAlive;
    }

    /**
     * Copies the bytes, which stream through this gateway, into a part of an open upload.
     *
     * @throws S3Exception what a GetObject of the source would answer, NoSuchUpload, or
     *     InvalidArgument for a range that the source does not have
     */
    public void copy(Call call, Reply reply) throws IOException {
        CopySource source = buckets.validatedAfterBucket(call, () -> CopySource.of(call.headers()));
        PartTarget part = buckets.validatedAfterBucket(call, () -> UploadIds.part(call));
        keepAlive.send(call, reply, () -> copy(call, part, source));
    }

    private KeepAliveResponse.FinalResponse copy(Call call, PartTarget part, CopySource source)
            throws IOException {
        CopiedRange copied;
        try {
            copied = opened(call, source);
        } catch (S3Exception refusal) {
            return repeated(call, part, source, refusal);
        }
        Optional<VersionName> found = copied.object().version();
        try (CopiedPart body = new CopiedPart(call, copied)) {
            return answer(call, source, found, body, uploads.putPart(part, body));
        } catch (CopiedBody.SourceException e) {
            return repeated(call, part, source, sources.failure(call, source, e));
        }
    }

    /** A source, and which of its bytes are copied. */
    private record CopiedRange(OpenObject object, ByteRange range) {}

    private CopiedRange opened(Call call, CopySource source) {
        OpenObject object = sources.open(call, source);
        try {
            CopySource.check(call.headers(), object.manifest(), surroundings.time().instant());
            ByteRange range = range(call.headers(), object.manifest().size());
            SourceObjects.requireCopyable(range.length());
            return new CopiedRange(object, range);
        } catch (RuntimeException e) {
            object.close();
            throw e;
        }
    }

    private KeepAliveResponse.FinalResponse repeated(
            Call call, PartTarget part, CopySource source, S3Exception refusal) throws IOException {
        RepeatedPart body = new RepeatedPart();
        PutResult result = SourceObjects.repeated(call, refusal, () -> uploads.putPart(part, body));
        return answer(call, source, Optional.empty(), body, result);
    }

    /** A part of an upload that becomes known when the body is asked for. */
    private abstract static class CopyOfPart implements PartBody {
        private @Nullable Upload upload;

        @Override
        public ObjectBody of(Upload found) {
            upload = found;
            return open(found);
        }

        abstract ObjectBody open(Upload found);

        Map<String, String> reportedChecksums(Manifest stored) {
            return upload == null ? Map.of() : UploadChecksums.reported(upload, stored);
        }
    }

    /** Asks whether an earlier attempt copied the part. */
    private static final class RepeatedPart extends CopyOfPart {
        @Override
        public PutRequest requested(PutRequest plain) {
            return PutRequest.ofRepeatedCopy(plain.target());
        }

        @Override
        ObjectBody open(Upload found) {
            return new ArrayBody(new byte[0]);
        }
    }

    /** Opens the body once it is asked for, and closes it, or else the source that it reads. */
    private final class CopiedPart extends CopyOfPart implements AutoCloseable {
        private final Call call;
        private final OpenObject source;
        private final ByteRange range;
        private final List<CopiedBody> opened = new ArrayList<>();

        CopiedPart(Call call, CopiedRange copied) {
            this.call = call;
            this.source = copied.object();
            this.range = copied.range();
        }

        @Override
        public PutRequest requested(PutRequest plain) {
            return plain.copying();
        }

        @Override
        ObjectBody open(Upload found) {
            EncryptionHeaders.requireTrue(call.headers(), found.encryption());
            CopiedBody body =
                    new CopiedBody(
                            surroundings,
                            source,
                            range.first(),
                            range.length(),
                            Optional.of(UploadChecksums.algorithm(found.checksumOrDefault())));
            opened.add(body);
            return body;
        }

        @Override
        public void close() {
            if (opened.isEmpty()) {
                source.close();
            }
            opened.forEach(CopiedBody::close);
        }
    }

    private static ByteRange range(Headers headers, long size) {
        if (!headers.has(CopySource.RANGE)) {
            return new ByteRange(0, size);
        }
        String text = headers.value(CopySource.RANGE).orElse("");
        Matcher matcher = RANGE.matcher(text);
        long first = matcher.matches() ? Long.parseLong(matcher.group(1)) : -1;
        long last = matcher.matches() ? Long.parseLong(matcher.group(2)) : -1;
        if (first < 0 || first > last) {
            throw invalid(
                    "The x-amz-copy-source-range value must be of the form bytes=first-last where"
                            + " first and last are the zero-based offsets of the first and last"
                            + " bytes to copy",
                    text);
        }
        if (last >= size) {
            throw invalid("Range specified is not valid for source object of size: " + size, text);
        }
        return new ByteRange(first, last - first + 1);
    }

    private static S3Exception invalid(String message, String value) {
        return new S3Exception(S3Error.INVALID_ARGUMENT, message)
                .with("ArgumentName", CopySource.RANGE)
                .with("ArgumentValue", value);
    }

    private static KeepAliveResponse.FinalResponse answer(
            Call call,
            CopySource source,
            Optional<VersionName> found,
            CopyOfPart body,
            PutResult result) {
        return switch (result) {
            case PutResult.Stored stored ->
                    answer(
                            call,
                            source.copiedVersion(call, found, stored),
                            stored,
                            body.reportedChecksums(stored.manifest()));
            case Failure failure -> throw UploadIds.error(call, failure);
        };
    }

    private static KeepAliveResponse.FinalResponse answer(
            Call call,
            Optional<VersionName> source,
            PutResult.Stored stored,
            Map<String, String> checksums) {
        XmlWriter document = XmlWriter.document("CopyPartResult");
        CopyResult.describe(document, stored.manifest(), checksums);
        Map<String, String> headers =
                new LinkedHashMap<>(
                        EncryptionHeaders.describing(
                                stored.manifest().encryption(), call.headers()));
        source.ifPresent(
                version -> headers.put("x-amz-copy-source-version-id", version.toString()));
        return new KeepAliveResponse.FinalResponse(document, headers);
    }
}
