package io.giza.gateway.notify;

import io.giza.gateway.encryption.EncryptionRequest;
import io.giza.gateway.notify.Announcer.Announcement;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.UploadService;
import io.giza.model.Upload;
import io.giza.model.UploadId;
import io.giza.notification.EventName;

import java.io.IOException;
import java.util.Set;

/** Uploads whose completion is acknowledged only once webhooks will be told of it. */
public final class NotifiedUploads implements UploadService {
    private final UploadService uploads;
    private final Announcer announcer;

    public NotifiedUploads(UploadService uploads, Announcer announcer) {
        this.uploads = uploads;
        this.announcer = announcer;
    }

    /** Whoever completes an upload writes the record of the same operation. */
    @Override
    public CompleteResult complete(CompleteRequest request) {
        Announcement announcement =
                announcer.begin(
                        request.target(),
                        request.upload().completion(),
                        Set.of(EventName.CREATED_BY_UPLOAD));
        CompleteResult result = uploads.complete(request);
        return result instanceof CompleteResult.Completed && !announcement.isKept()
                ? new CompleteResult.Failed(NotifiedObjects.NOT_KEPT)
                : result;
    }

    @Override
    public PutResult putPart(PartTarget target, PartBody body) throws IOException {
        return uploads.putPart(target, body);
    }

    @Override
    public CreateResult create(Target target, Upload upload, EncryptionRequest encryption) {
        return uploads.create(target, upload, encryption);
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
