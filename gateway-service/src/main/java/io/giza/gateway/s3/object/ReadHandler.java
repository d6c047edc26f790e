package io.giza.gateway.s3.object;

import io.giza.gateway.s3.encryption.CustomerKeyHeaders;
import io.giza.gateway.s3.encryption.EncryptionHeaders;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Buckets;
import io.giza.gateway.s3.exchange.ByteRange;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.EntityTag;
import io.giza.gateway.s3.exchange.Failures;
import io.giza.gateway.s3.exchange.ObjectHeaders;
import io.giza.gateway.s3.exchange.PartNumber;
import io.giza.gateway.s3.exchange.ReadConditions;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.exchange.VersionIds;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.OpenObject;
import io.giza.model.Manifest;
import io.giza.model.VersionName;
import io.giza.stripe.read.ByteTarget;
import io.giza.stripe.read.ScarceMemoryException;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** GetObject and HeadObject, which differ in their last step only. */
public final class ReadHandler {
    private static final Query NO_QUERY = new Query(List.of());

    private final ObjectService objects;
    private final Buckets buckets;
    private final InstantSource clock;

    public ReadHandler(ObjectService objects, Buckets buckets, InstantSource clock) {
        this.objects = objects;
        this.buckets = buckets;
        this.clock = clock;
    }

    /**
     * Answers the newest version or the one that is named: whole, a range, or a part.
     *
     * @throws S3Exception NoSuchKey, NoSuchVersion, MethodNotAllowed for a delete marker that is
     *     named, PreconditionFailed, or InvalidRange
     */
    public void read(Call call, Reply reply) throws IOException {
        VersionName version =
                buckets.validatedAfterBucket(
                        call,
                        () -> {
                            requireSignedOverrides(call);
                            PartNumber.check(call);
                            return VersionIds.requested(call.query());
                        });
        try (OpenObject object = open(call, version)) {
            answer(call, reply, object);
        }
    }

    /**
     * Opens an object.
     *
     * @param version the version that is asked for, null for the newest
     * @throws S3Exception as {@link #read} does
     */
    public OpenObject open(Call call, @Nullable VersionName version) {
        GetRequest request =
                new GetRequest(
                        call.target(),
                        version,
                        !call.request().isHead(),
                        CustomerKeyHeaders.OBJECT.read(call.headers()),
                        call.access().object());
        return switch (objects.get(request)) {
            case GetResult.Found(OpenObject object) -> object;
            case GetResult.Absent(var marker) ->
                    throw call.access().object().absent(absent(call, version, marker));
            case GetResult.Marker() ->
                    throw call.access()
                            .object()
                            .absent(
                                    new S3Exception(S3Error.METHOD_NOT_ALLOWED)
                                            .with("Method", call.request().method())
                                            .withHeader("Allow", "DELETE")
                                            .withHeader(VersionIds.MARKER_HEADER, "true")
                                            .withHeader(
                                                    VersionIds.HEADER, String.valueOf(version)));
            case Failure failure -> throw Failures.toError(failure, call.resource());
        };
    }

    private static S3Exception absent(
            Call call, @Nullable VersionName version, Optional<VersionName> marker) {
        return version == null
                ? VersionIds.withDeleteMarker(Failures.noSuchKey(call.resource()), marker)
                : VersionIds.noSuchVersion(version.toString());
    }

    /** Who signed nothing may not say which headers others see who follow a link of theirs. */
    private static void requireSignedOverrides(Call call) {
        if (call.caller().isAnonymous() && ObjectHeaders.overridesAny(call.query())) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "Request specific response headers cannot be used for anonymous GET requests.");
        }
    }

    /**
     * Answers an object that is open, or a part of it, if the request's conditions hold.
     *
     * @throws S3Exception PreconditionFailed, or InvalidRange
     */
    public void answer(Call call, Reply reply, OpenObject object) throws IOException {
        Manifest manifest = object.manifest();
        VersionIds.addHeader(reply, object.version());
        switch (ReadConditions.decide(call.headers(), manifest, clock.instant())) {
            case FAILED -> throw new S3Exception(S3Error.PRECONDITION_FAILED);
            case NOT_MODIFIED -> {
                reply.header("ETag", EntityTag.quote(manifest.etag()))
                        .header("Last-Modified", ObjectHeaders.httpDate(manifest.created()))
                        .empty(304);
            }
            case PROCEED -> send(call, reply, object);
        }
    }

    private static void send(Call call, Reply reply, OpenObject object) throws IOException {
        Manifest manifest = object.manifest();
        Optional<PartNumber> part = PartNumber.of(call, reply, object);
        Optional<ByteRange> range =
                part.isPresent() ? part.get().range() : range(call.headers(), manifest);
        ObjectHeaders.describe(reply, manifest, call.query());
        EncryptionHeaders.describing(manifest.encryption(), call.headers()).forEach(reply::header);
        // Only of the newest version is it known whether it is that.
        if (!call.query().has("versionId")) {
            ObjectHeaders.expiration(call, manifest).forEach(reply::header);
        }
        if (wantsChecksums(call) && (part.isPresent() || range.isEmpty())) {
            ObjectHeaders.checksums(
                    reply, part.map(PartNumber::checksums).orElse(manifest.checksums()));
        }
        range.ifPresent(each -> reply.header("Content-Range", each.contentRange(manifest.size())));
        long first = range.map(ByteRange::first).orElse(0L);
        long length = range.map(ByteRange::length).orElse(manifest.size());
        ByteTarget output = reply.start(range.isPresent() ? 206 : 200, length);
        write(call, reply, object, output, first, length);
    }

    /** Answers an object whole that is not what was asked for: its status is that of an error. */
    public static void answer(Call call, Reply reply, OpenObject object, int status)
            throws IOException {
        ObjectHeaders.describe(reply, object.manifest(), NO_QUERY);
        long length = object.manifest().size();
        write(call, reply, object, reply.start(status, length), 0, length);
    }

    private static void write(
            Call call, Reply reply, OpenObject object, ByteTarget output, long first, long length)
            throws IOException {
        if (!call.request().isHead() && length > 0) {
            try {
                object.writeTo(output, first, length);
            } catch (IOException e) {
                throw broken(call, reply, e);
            }
        }
    }

    private static Optional<ByteRange> range(Headers headers, Manifest manifest) {
        return headers.value("range")
                .filter(any -> ReadConditions.rangeApplies(headers, manifest))
                .flatMap(header -> ByteRange.parse(header, manifest.size()));
    }

    /** Before the first byte an error can still be told; after it only a broken connection can. */
    private static IOException broken(Call call, Reply reply, IOException cause) {
        if (reply.isCommitted()) {
            return cause;
        }
        reply.reset();
        if (cause instanceof ScarceMemoryException) {
            throw Failures.busy(call.resource(), String.valueOf(cause.getMessage()));
        }
        throw Failures.unavailable(call.resource(), String.valueOf(cause.getMessage()), false);
    }

    private static boolean wantsChecksums(Call call) {
        return call.headers()
                .value("x-amz-checksum-mode")
                .map(mode -> mode.equalsIgnoreCase("ENABLED"))
                .orElse(false);
    }
}
