package io.giza.gateway.epoch;

import io.giza.gateway.epoch.EpochRetry.Try;
import io.giza.gateway.epoch.EpochRetry.Verdict;
import io.giza.gateway.service.GrantRequest;
import io.giza.gateway.service.ListRequest;
import io.giza.gateway.service.ListResult;
import io.giza.gateway.service.LockRequest;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.VersionListing;

import java.io.IOException;

/** Objects in whichever epoch the gateway is. */
public final class EpochObjects implements ObjectService {
    private final EpochRetry epochs;

    public EpochObjects(EpochRetry epochs) {
        this.epochs = epochs;
    }

    /** A body that is kept in its record is held whole, so that its put can begin again. */
    @Override
    public PutResult put(PutRequest request, ObjectBody body) throws IOException {
        var repeated = new RepeatedBody(body, request.target().account().inlines(body.length()));
        return epochs.change(
                backend -> backend.objects().put(request, repeated.again()),
                backend -> backend.objects().put(request.continued(), repeated.again()),
                result -> repeated.canBeginAgain() ? verdict(result) : finalVerdict(result));
    }

    @Override
    public GetResult get(GetRequest request) {
        return epochs.repeat(
                backend -> backend.objects().get(request), Failure.Unavailable.class::isInstance);
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
        return epochs.repeat(
                backend -> backend.objects().list(request), Failure.Unavailable.class::isInstance);
    }

    @Override
    public VersionListing.Result listVersions(VersionListing.Request request) {
        return epochs.repeat(
                backend -> backend.objects().listVersions(request),
                result -> result instanceof VersionListing.Failed(Failure.Unavailable _));
    }

    private <T> T change(Try<T, RuntimeException> attempt, Try<T, RuntimeException> continued) {
        return epochs.change(attempt, continued, EpochObjects::verdict);
    }

    /** Returns the verdict on a result after which nothing can be tried again. */
    private static Verdict finalVerdict(PutResult result) {
        return verdict(result) == Verdict.DECIDED ? Verdict.DECIDED : Verdict.REFUSED;
    }

    /** Returns the verdict of a result: a failure or a success. */
    static Verdict verdict(Object result) {
        return result instanceof Failure failure ? verdict(failure) : Verdict.DECIDED;
    }

    private static Verdict verdict(Failure failure) {
        return switch (failure) {
            case Failure.PreconditionFailed _, Failure.NoSuchKey _, Failure.NoSuchUpload _ ->
                    Verdict.DECIDED;
            case Failure.Unavailable _ -> Verdict.NOT_DONE;
            case Failure.OutcomeUnknown _ -> Verdict.UNKNOWN;
            // No record is looked for in a deleted bucket; the earlier try may have been before.
            case Failure.NoSuchBucket _,
                    Failure.Busy _,
                    Failure.ConditionUndecided _,
                    Failure.BucketReplaced _,
                    Failure.AccessDenied _,
                    Failure.ObjectLocked _,
                    Failure.NoBucketLock _,
                    Failure.QuotaExceeded _,
                    Failure.KeyRefused _,
                    Failure.DataLost _ ->
                    Verdict.REFUSED;
        };
    }
}
