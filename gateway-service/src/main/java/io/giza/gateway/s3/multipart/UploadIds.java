package io.giza.gateway.s3.multipart;

import io.giza.gateway.s3.encryption.CustomerKeyHeaders;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.Failures;
import io.giza.gateway.s3.exchange.PartNumber;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.UploadService.PartTarget;
import io.giza.model.UploadId;

/** The names of uploads and their parts in requests and errors. */
final class UploadIds {
    private UploadIds() {}

    /**
     * Reads which part a request is about.
     *
     * @throws S3Exception InvalidArgument or NoSuchUpload
     */
    static PartTarget part(Call call) {
        int number = PartNumber.parse(call);
        return new PartTarget(
                call.target(),
                requested(call),
                number,
                CustomerKeyHeaders.OBJECT.read(call.headers()));
    }

    /**
     * Reads which upload a request is about.
     *
     * @throws S3Exception NoSuchUpload
     */
    static UploadId requested(Call call) {
        String text = call.query().first("uploadId").orElse("");
        return UploadId.parse(text)
                .orElseThrow(() -> new S3Exception(S3Error.NO_SUCH_UPLOAD).with("UploadId", text));
    }

    /** Returns what a client is told of a failure. */
    static S3Exception error(Call call, Failure failure) {
        S3Exception error = Failures.toError(failure, call.resource());
        return failure instanceof Failure.NoSuchUpload
                ? error.with("UploadId", call.query().first("uploadId").orElse(""))
                : error;
    }
}
