package io.giza.gateway.epoch;

import io.giza.gateway.service.GrantRequest;
import io.giza.gateway.service.ListRequest;
import io.giza.gateway.service.ListResult;
import io.giza.gateway.service.LockRequest;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.VersionListing;

import java.io.IOException;
import java.util.function.Function;

/** Objects in whichever epoch the gateway is. */
public final class EpochObjects implements ObjectService {
    private final EpochRetry epochs;

    public EpochObjects(EpochRetry epochs) {
        this.epochs = epochs;
    }

    /** A body that is kept in its record is held whole, so that its put can begin again. */
    @Override
    public PutResult put(PutRequest request, ObjectBody body) throws IOException {
        Backend first = epochs.current();
        var repeated = new RepeatedBody(body, request.target().account().inlines(body.length()));
        PutResult result = first.objects().put(request, repeated);
        return hasFailed(result) && repeated.canBeginAgain() && epochs.hasEnded(first)
                ? known(
                        result,
                        epochs.current().objects().put(request.continued(), repeated.again()))
                : result;
    }

    @Override
    public GetResult get(GetRequest request) {
        return epochs.repeat(backend -> backend.objects().get(request), EpochObjects::hasFailed);
    }

    @Override
    public DeleteResult delete(DeleteRequest request) {
        return change(
                backend -> backend.objects().delete(request),
                backend -> backend.objects().delete(request.continued()));
    }

    @Override
    public TagResult tag(TagRequest request) {
        return change(
                backend -> backend.objects().tag(request),
                backend -> backend.objects().tag(request.continued()));
    }

    @Override
    public TagResult lock(LockRequest request) {
        return change(
                backend -> backend.objects().lock(request),
                backend -> backend.objects().lock(request.continued()));
    }

    @Override
    public TagResult grant(GrantRequest request) {
        return change(
                backend -> backend.objects().grant(request),
                backend -> backend.objects().grant(request.continued()));
    }

    @Override
    public ListResult list(ListRequest request) {
        return epochs.repeat(backend -> backend.objects().list(request), EpochObjects::hasFailed);
    }

    @Override
    public VersionListing.Result listVersions(VersionListing.Request request) {
        return epochs.repeat(
                backend -> backend.objects().listVersions(request),
                result ->
                        result instanceof VersionListing.Failed(Failure failure)
                                && hasFailed(failure));
    }

    private <T> T change(Function<Backend, T> first, Function<Backend, T> again) {
        return epochs.change(
                first,
                (backend, result) -> known(result, again.apply(backend)),
                EpochObjects::hasFailed);
    }

    /** Returns the outcome of an operation after two attempts. */
    private static <T> T known(T first, T second) {
        boolean isOpen =
                first instanceof Failure.OutcomeUnknown
                        && second instanceof Failure failure
                        && leavesOpen(failure);
        return isOpen ? first : second;
    }

    /**
     * Tells whether a failure leaves open what became of an earlier attempt with an unknown
     * outcome. An attempt is refused for its condition only after a look for an earlier record.
     */
    static boolean leavesOpen(Failure failure) {
        return switch (failure) {
            case Failure.PreconditionFailed _, Failure.NoSuchKey _, Failure.NoSuchUpload _ -> false;
            // No record is looked for in a deleted bucket; the earlier attempt may have been
            // before.
            case Failure.NoSuchBucket _,
                    Failure.OutcomeUnknown _,
                    Failure.Unavailable _,
                    Failure.Busy _,
                    Failure.ConditionUndecided _,
                    Failure.BucketReplaced _,
                    Failure.AccessDenied _,
                    Failure.ObjectLocked _,
                    Failure.NoBucketLock _,
                    Failure.QuotaExceeded _,
                    Failure.KeyRefused _,
                    Failure.DataLost _ ->
                    true;
        };
    }

    /** Tells whether a result says that something was not done, or may not be. */
    static boolean hasFailed(Object result) {
        return result instanceof Failure.Unavailable || result instanceof Failure.OutcomeUnknown;
    }
}
