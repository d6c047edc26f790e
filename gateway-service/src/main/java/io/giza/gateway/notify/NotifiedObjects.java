package io.giza.gateway.notify;

import io.giza.gateway.notify.Announcer.Announcement;
import io.giza.gateway.service.ForwardingObjects;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.PutRequest;
import io.giza.notification.EventName;

import java.io.IOException;
import java.util.Set;

/** Objects whose puts and deletes are acknowledged only once webhooks will be told of them. */
public final class NotifiedObjects extends ForwardingObjects {
    static final Failure NOT_KEPT =
            new Failure.OutcomeUnknown("no quorum keeps what its bucket's webhooks are to be told");

    private final Announcer announcer;

    public NotifiedObjects(ObjectService objects, Announcer announcer) {
        super(objects);
        this.announcer = announcer;
    }

    @Override
    public PutResult put(PutRequest request, ObjectBody body) throws IOException {
        Set<EventName> names = Set.of(Origin.current().created());
        Announcement announcement = announcer.begin(request.target(), request.target().op(), names);
        // The event is sent once the record is found.
        boolean isAnnounced = announcement != Announcement.NONE;
        PutResult result = super.put(isAnnounced ? request.announced() : request, body);
        return result instanceof PutResult.Stored && !announcement.isKept() ? NOT_KEPT : result;
    }

    @Override
    public DeleteResult delete(DeleteRequest request) {
        Announcement announcement =
                announcer.begin(request.target(), request.target().op(), EventName.OF_DELETES);
        DeleteResult result = super.delete(request);
        return result instanceof DeleteResult.Done && !announcement.isKept() ? NOT_KEPT : result;
    }
}
