package io.giza.gateway.service;

import java.io.IOException;

/** Objects of another service. What extends it says where it does otherwise. */
public abstract class ForwardingObjects implements ObjectService {
    private final ObjectService objects;

    protected ForwardingObjects(ObjectService objects) {
        this.objects = objects;
    }

    @Override
    public PutResult put(PutRequest request, ObjectBody body) throws IOException {
        return objects.put(request, body);
    }

    @Override
    public GetResult get(GetRequest request) {
        return objects.get(request);
    }

    @Override
    public DeleteResult delete(DeleteRequest request) {
        return objects.delete(request);
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
