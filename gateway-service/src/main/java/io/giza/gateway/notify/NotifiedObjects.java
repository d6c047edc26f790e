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
        PutRequest announced = request.of(announcer.announced(request.target()));
        Announcement announcement = announcer.begin(announced.target(), names);
        // The event is sent once the record is found.
        boolean isAnnounced = announcement != Announcement.NONE;
        PutResult result = super.put(isAnnounced ? announced : request, body);
        return result instanceof PutResult.Stored stored && !announcement.isKept(stored.record())
                ? NOT_KEPT
                : result;
    }

    @Override
    public DeleteResult delete(DeleteRequest request) {
        DeleteRequest announced =
                new DeleteRequest(
                        announcer.announced(request.target()),
                        request.version(),
                        request.condition(),
                        request.bypassesGovernance());
        Announcement announcement = announcer.begin(announced.target(), EventName.OF_DELETES);
        boolean isAnnounced = announcement != Announcement.NONE;
        DeleteResult result = super.delete(isAnnounced ? announced : request);
        return result instanceof DeleteResult.Done done && !announcement.isKept(done.record())
                ? NOT_KEPT
                : result;
    }
}
