package io.giza.gateway.epoch;

import io.giza.gateway.encryption.EncryptionRequest;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.UploadService;
import io.giza.model.Upload;
import io.giza.model.UploadId;

import java.io.IOException;
import java.util.function.Function;

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
                backend -> backend.uploads().listParts(request), EpochUploads::hasFailed);
    }

    @Override
    public UploadsResult listUploads(UploadsRequest request) {
        return epochs.repeat(
                backend -> backend.uploads().listUploads(request), EpochUploads::hasFailed);
    }

    private <T extends Outcome> T change(Function<Backend, T> first, Function<Backend, T> again) {
        return epochs.change(
                first,
                (backend, result) -> known(result, again.apply(backend)),
                EpochUploads::hasFailed);
    }

    /** Returns the outcome of an operation after two attempts. */
    private static <T extends Outcome> T known(T first, T second) {
        boolean isOpen =
                first.refusal().filter(Failure.OutcomeUnknown.class::isInstance).isPresent()
                        && second.refusal().filter(EpochObjects::leavesOpen).isPresent();
        return isOpen ? first : second;
    }

    private static boolean hasFailed(Outcome outcome) {
        return outcome.refusal().filter(EpochObjects::hasFailed).isPresent();
    }
}
