package io.giza.gateway.fake;

import io.giza.gateway.encryption.EncryptionRequest;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.UploadService;
import io.giza.model.Upload;
import io.giza.model.UploadId;

/** Knows no upload, and takes none; {@link RunningReplicatedGateway} does. */
public final class NoUploads implements UploadService {
    private static final Failure NONE = new Failure.NoSuchUpload();

    @Override
    public CreateResult create(Target target, Upload upload, EncryptionRequest encryption) {
        return new CreateResult.Failed(new Failure.Unavailable("no uploads here"));
    }

    @Override
    public PutResult putPart(PartTarget target, PartBody body) {
        return NONE;
    }

    @Override
    public CompleteResult complete(CompleteRequest request) {
        return new CompleteResult.Failed(NONE);
    }

    @Override
    public AbortResult abort(Target target, UploadId upload) {
        return new AbortResult.Failed(NONE);
    }

    @Override
    public PartsResult listParts(PartsRequest request) {
        return new PartsResult.Failed(NONE);
    }

    @Override
    public UploadsResult listUploads(UploadsRequest request) {
        return new UploadsResult.Failed(NONE);
    }
}
