package io.giza.gateway.notify;

import io.giza.gateway.notify.Announcer.Announcement;
import io.giza.gateway.service.GrantRequest;
import io.giza.gateway.service.ListRequest;
import io.giza.gateway.service.ListResult;
import io.giza.gateway.service.LockRequest;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.VersionListing;
import io.giza.notification.EventName;

import java.io.IOException;
import java.util.Set;

/** Objects whose puts and deletes are acknowledged only once webhooks will be told of them. */
public final class NotifiedObjects implements ObjectService {
    static final Failure NOT_KEPT =
            new Failure.OutcomeUnknown("no quorum keeps what its bucket's webhooks are to be told");

    private final ObjectService objects;
    private final Announcer announcer;

    public NotifiedObjects(ObjectService objects, Announcer announcer) {
        this.objects = objects;
        this.announcer = announcer;
    }

    @Override
    public PutResult put(PutRequest request, ObjectBody body) throws IOException {
        Set<EventName> names = Set.of(Origin.current().created());
        Announcement announcement = announcer.begin(request.target(), request.target().op(), names);
        PutResult result = objects.put(request, body);
        return result instanceof PutResult.Stored && !announcement.isKept() ? NOT_KEPT : result;
    }

    @Override
    public DeleteResult delete(DeleteRequest request) {
        Announcement announcement =
                announcer.begin(request.target(), request.target().op(), EventName.OF_DELETES);
        DeleteResult result = objects.delete(request);
        return result instanceof DeleteResult.Done && !announcement.isKept() ? NOT_KEPT : result;
    }

    @Override
    public GetResult get(GetRequest request) {
        return objects.get(request);
    }

    @Override
    public TagResult tag(TagRequest request) {
        return objects.tag(request);
    }

    @Override
    public TagResult lock(LockRequest request) {
        return objects.lock(request);
    }

    @Override
    public TagResult grant(GrantRequest request) {
        return objects.grant(request);
    }

    @Override
    public ListResult list(ListRequest request) {
        return objects.list(request);
    }

    @Override
    public VersionListing.Result listVersions(VersionListing.Request request) {
        return objects.listVersions(request);
    }
}
