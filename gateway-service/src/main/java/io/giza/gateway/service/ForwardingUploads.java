package io.giza.gateway.service;

import io.giza.gateway.encryption.EncryptionRequest;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.model.Upload;
import io.giza.model.UploadId;

import java.io.IOException;

/** Uploads of another service. What extends it says where it does otherwise. */
public abstract class ForwardingUploads implements UploadService {
    private final UploadService uploads;

    protected ForwardingUploads(UploadService uploads) {
        this.uploads = uploads;
    }

    @Override
    public CreateResult create(Target target, Upload upload, EncryptionRequest encryption) {
        return uploads.create(target, upload, encryption);
    }

    @Override
    public PutResult putPart(PartTarget target, PartBody body) throws IOException {
        return uploads.putPart(target, body);
    }

    @Override
    public CompleteResult complete(CompleteRequest request) {
        return uploads.complete(request);
    }

    @Override
    public AbortResult abort(Target target, UploadId upload) {
        return uploads.abort(target, upload);
    }

    @Override
    public PartsResult listParts(PartsRequest request) {
        return uploads.listParts(request);
    }

    @Override
    public UploadsResult listUploads(UploadsRequest request) {
        return uploads.listUploads(request);
    }
}
