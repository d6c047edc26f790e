package io.giza.gateway.epoch;

import io.giza.gateway.encryption.EncryptionRequest;
import io.giza.gateway.epoch.EpochRetry.Try;
import io.giza.gateway.epoch.EpochRetry.Verdict;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.UploadService;
import io.giza.model.Upload;
import io.giza.model.UploadId;

import java.io.IOException;

/** Uploads in parts, in whichever epoch the gateway is. */
public final class EpochUploads implements UploadService {
    private final EpochRetry epochs;

    public EpochUploads(EpochRetry epochs) {
        this.epochs = epochs;
    }

    @Override
    public CreateResult create(Target target, Upload upload, EncryptionRequest encryption) {
        return change(
                backend -> backend.uploads().create(target, upload, encryption),
                backend -> backend.uploads().create(target.continued(), upload, encryption));
    }

    /** A part's body is asked for once, so a part that is refused is begun again by its client. */
    @Override
    public PutResult putPart(PartTarget target, PartBody body) throws IOException {
        return epochs.current().uploads().putPart(target, body);
    }

    @Override
    public CompleteResult complete(CompleteRequest request) {
        return change(
                backend -> backend.uploads().complete(request),
                backend -> backend.uploads().complete(request.continued()));
    }

    @Override
    public AbortResult abort(Target target, UploadId upload) {
        return change(
                backend -> backend.uploads().abort(target, upload),
                backend -> backend.uploads().abort(target.continued(), upload));
    }

    @Override
    public PartsResult listParts(PartsRequest request) {
        return epochs.repeat(
                backend -> backend.uploads().listParts(request), EpochUploads::isUnavailable);
    }

    @Override
    public UploadsResult listUploads(UploadsRequest request) {
        return epochs.repeat(
                backend -> backend.uploads().listUploads(request), EpochUploads::isUnavailable);
    }

    private <T extends Outcome> T change(
            Try<T, RuntimeException> attempt, Try<T, RuntimeException> continued) {
        return epochs.change(attempt, continued, EpochUploads::verdict);
    }

    private static boolean isUnavailable(Outcome outcome) {
        return outcome.refusal().filter(Failure.Unavailable.class::isInstance).isPresent();
    }

    private static Verdict verdict(Outcome outcome) {
        return outcome.refusal().map(EpochObjects::verdict).orElse(Verdict.DECIDED);
    }
}
