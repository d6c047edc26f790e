package io.giza.gateway.quota;

import io.giza.gateway.service.GrantRequest;
import io.giza.gateway.service.ListRequest;
import io.giza.gateway.service.ListResult;
import io.giza.gateway.service.LockRequest;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.VersionListing;

import java.io.IOException;

/**
 * Objects that are stored only where no quota is exceeded; nothing else of them is any different.
 */
public final class GuardedObjects implements ObjectService {
    private final ObjectService objects;
    private final QuotaGuard guard;

    public GuardedObjects(ObjectService objects, QuotaGuard guard) {
        this.objects = objects;
        this.guard = guard;
    }

    @Override
    public PutResult put(PutRequest request, ObjectBody body) throws IOException {
        Target target = request.target();
        String account = target.account().name();
        return switch (guard.admit(account, target.bucket(), body.length(), 1)) {
            case QuotaGuard.Refused(boolean ofAccount) -> new Failure.QuotaExceeded(ofAccount);
            case QuotaGuard.Admitted(QuotaGuard.Admission admission) -> {
                boolean mayBeStored = false;
                try {
                    PutResult result = objects.put(request, body);
                    mayBeStored = mayBeStored(result);
                    yield result;
                } finally {
                    admission.end(mayBeStored);
                }
            }
        };
    }

    static boolean mayBeStored(PutResult result) {
        return result instanceof PutResult.Stored || result instanceof Failure.OutcomeUnknown;
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
