package io.giza.gateway.quota;

import io.giza.gateway.service.ForwardingObjects;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.PutRequest;

import java.io.IOException;

/**
 * Objects that are stored only where no quota is exceeded; nothing else of them is any different. A
 * retry is not refused for the room that its earlier attempt took.
 */
public final class GuardedObjects extends ForwardingObjects {
    private final QuotaGuard guard;

    public GuardedObjects(ObjectService objects, QuotaGuard guard) {
        super(objects);
        this.guard = guard;
    }

    @Override
    public PutResult put(PutRequest request, ObjectBody body) throws IOException {
        Target target = request.target();
        if (request.storesNothing()) {
            return super.put(request, body);
        }
        String account = target.account().name();
        return switch (guard.admit(account, target.bucket(), body.length(), 1)) {
            case QuotaGuard.Refused(boolean ofAccount) -> refuse(request, body, ofAccount);
            case QuotaGuard.Admitted(QuotaGuard.Admission admission) -> {
                boolean mayBeStored = false;
                try {
                    PutResult result = super.put(request, body);
                    mayBeStored = mayBeStored(result);
                    yield result;
                } finally {
                    admission.end(mayBeStored);
                }
            }
        };
    }

    private PutResult refuse(PutRequest request, ObjectBody body, boolean ofAccount)
            throws IOException {
        Failure refusal = new Failure.QuotaExceeded(ofAccount);
        return request.target().operation().isRetry()
                ? unlessEarlier(super.put(request.repeated(), body), refusal)
                : refusal;
    }

    /** Returns how an earlier attempt ended, or the refusal if there was none. */
    static PutResult unlessEarlier(PutResult found, Failure refusal) {
        return found instanceof Failure.PreconditionFailed ? refusal : found;
    }

    static boolean mayBeStored(PutResult result) {
        return result instanceof PutResult.Stored || result instanceof Failure.OutcomeUnknown;
    }
}
