package io.giza.gateway.quota;

import io.giza.gateway.service.ForwardingUploads;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.UploadService;
import io.giza.model.Upload;

import java.io.IOException;
import java.util.Optional;

/**
 * Uploads whose parts are stored only where no quota is exceeded. To complete one is always
 * allowed: its bytes are there already.
 */
public final class GuardedUploads extends ForwardingUploads {
    private final QuotaGuard guard;

    public GuardedUploads(UploadService uploads, QuotaGuard guard) {
        super(uploads);
        this.guard = guard;
    }

    @Override
    public PutResult putPart(PartTarget target, PartBody body) throws IOException {
        GuardedBody guarded = new GuardedBody(target.target(), body);
        boolean mayBeStored = false;
        try {
            PutResult result = super.putPart(target, guarded);
            mayBeStored = GuardedObjects.mayBeStored(result);
            return guarded.refusal
                    .map(refusal -> GuardedObjects.unlessEarlier(result, refusal))
                    .orElse(result);
        } catch (RefusedException e) {
            return e.refusal;
        } finally {
            guarded.admission.end(mayBeStored);
        }
    }

    /**
     * How long a part is, is known once its upload is: then it is let in, or refused. A retry that
     * is refused asks for its earlier attempt instead.
     */
    private final class GuardedBody implements PartBody {
        private final Target target;
        private final PartBody body;
        private QuotaGuard.Admission admission = _ -> {};
        private Optional<Failure> refusal = Optional.empty();

        GuardedBody(Target target, PartBody body) {
            this.target = target;
            this.body = body;
        }

        @Override
        public PutRequest requested(PutRequest plain) {
            PutRequest requested = body.requested(plain);
            refusal = refusal.filter(_ -> !requested.storesNothing());
            return refusal.isPresent() ? requested.repeated() : requested;
        }

        @Override
        public ObjectBody of(Upload upload) {
            ObjectBody opened = body.of(upload);
            String account = target.account().name();
            return switch (guard.admit(account, target.bucket(), opened.length(), 0)) {
                case QuotaGuard.Refused(boolean ofAccount) -> {
                    refusal = Optional.of(new Failure.QuotaExceeded(ofAccount));
                    if (!target.operation().isRetry()) {
                        throw new RefusedException(refusal.get());
                    }
                    yield opened;
                }
                case QuotaGuard.Admitted(QuotaGuard.Admission admitted) -> {
                    admission = admitted;
                    yield opened;
                }
            };
        }
    }

    /** Ends a put whose body was just opened, as what is wrong with a body does. */
    private static final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Failure refusal;

        RefusedException(Failure refusal) {
            super("a quota would be exceeded", null, false, false);
            this.refusal = refusal;
        }
    }

    @Override
    public CompleteResult complete(CompleteRequest request) {
        CompleteResult result = super.complete(request);
        if (result instanceof CompleteResult.Completed) {
            guard.noteCompleted(request.target().account().name(), request.target().bucket());
        }
        return result;
    }
}
