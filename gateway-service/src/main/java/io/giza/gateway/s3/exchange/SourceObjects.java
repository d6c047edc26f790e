package io.giza.gateway.s3.exchange;

import io.giza.gateway.s3.body.CopiedBody;
import io.giza.gateway.s3.encryption.CustomerKeyHeaders;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.OpenObject;
import io.giza.gateway.service.PutRequest;
import io.giza.stripe.read.ScarceMemoryException;

import java.io.IOException;

/**
 * The objects that copies are made of.
 *
 * @param objects opens them
 */
public record SourceObjects(ObjectService objects) {
    /** S3's own limit of what is copied at once. */
    private static final long MAX_COPY_BYTES = 5L << 30;

    /** Returns what a get of a source is told that could not be read. */
    public S3Exception failure(Call call, CopySource source, CopiedBody.SourceException e) {
        String detail = String.valueOf(e.getMessage());
        if (e.getCause() instanceof ScarceMemoryException) {
            return Failures.busy(source.resource(), detail);
        }
        // It says so, and raises the alarm, where data is lost or was deleted meanwhile.
        open(call, source, true).close();
        return Failures.unavailable(source.resource(), detail, false);
    }

    /**
     * Opens a source, of which nothing is read yet.
     *
     * @throws S3Exception as a get of it, or InvalidRequest if it is a delete marker
     */
    public OpenObject open(Call call, CopySource source) {
        return open(call, source, false);
    }

    private OpenObject open(Call call, CopySource source, boolean startReading) {
        GetRequest request =
                new GetRequest(
                        source.target(call),
                        source.version(),
                        startReading,
                        CustomerKeyHeaders.SOURCE.read(call.headers()),
                        call.access().source());
        return switch (objects.get(request)) {
            case GetResult.Found(OpenObject object) -> object;
            case GetResult.Absent(var marker) ->
                    throw call.access()
                            .source()
                            .absent(
                                    source.version() == null
                                            ? VersionIds.withDeleteMarker(
                                                    Failures.noSuchKey(source.resource()), marker)
                                            : VersionIds.noSuchVersion(
                                                    String.valueOf(source.version())));
            case GetResult.Marker() ->
                    throw call.access()
                            .source()
                            .absent(
                                    new S3Exception(
                                            S3Error.INVALID_REQUEST,
                                            "The source of a copy request may not specifically"
                                                    + " refer to a delete marker by version id."));
            case Failure failure -> throw Failures.toError(failure, source.resource());
        };
    }

    /**
     * Returns the result of a retry after its source was refused: an earlier attempt may have
     * copied it.
     *
     * @param refusal the fault of the source
     * @param repeat executes {@link PutRequest#ofRepeatedCopy}
     * @throws S3Exception the refusal, of a first attempt and where no attempt copied
     */
    public static PutResult repeated(
            Call call, S3Exception refusal, ScopedValue.CallableOp<PutResult, IOException> repeat)
            throws IOException {
        boolean isFinal = refusal.error().status() != S3Error.SERVICE_UNAVAILABLE.status();
        if (!call.operation().isRetry() || !isFinal) {
            throw refusal;
        }
        PutResult result = repeat.call();
        if (result instanceof Failure.PreconditionFailed) {
            throw refusal;
        }
        return result;
    }

    /**
     * Refuses what is too large to be copied at once.
     *
     * @throws S3Exception InvalidRequest
     */
    public static void requireCopyable(long bytes) {
        if (bytes > MAX_COPY_BYTES) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "The specified copy source is larger than the maximum allowable size for a"
                            + " copy source: "
                            + MAX_COPY_BYTES);
        }
    }
}
