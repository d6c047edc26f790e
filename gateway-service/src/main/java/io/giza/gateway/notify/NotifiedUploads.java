package io.giza.gateway.notify;

import io.giza.gateway.notify.Announcer.Announcement;
import io.giza.gateway.service.ForwardingUploads;
import io.giza.gateway.service.UploadService;
import io.giza.model.OpId;
import io.giza.notification.EventName;

import java.util.Set;

/** Uploads whose completion is acknowledged only once webhooks will be told of it. */
public final class NotifiedUploads extends ForwardingUploads {
    private final Announcer announcer;

    public NotifiedUploads(UploadService uploads, Announcer announcer) {
        super(uploads);
        this.announcer = announcer;
    }

    /** Whoever completes an upload writes the record of the same operation. */
    @Override
    public CompleteResult complete(CompleteRequest request) {
        OpId record = request.upload().completion();
        Announcement announcement =
                announcer.begin(request.target(), record, Set.of(EventName.CREATED_BY_UPLOAD));
        CompleteResult result = super.complete(request);
        return result instanceof CompleteResult.Completed && !announcement.isKept(record)
                ? new CompleteResult.Failed(NotifiedObjects.NOT_KEPT)
                : result;
    }
}
