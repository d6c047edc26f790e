package io.giza.simulation.object;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.ObjectKey;
import io.giza.simulation.cluster.HeldAttempts.Held;
import io.giza.testkit.check.RegisterHistory.Call;

import java.util.Optional;

/**
 * A write that was asked for.
 *
 * @param since when that began
 * @param unknown whether the outcome of an earlier attempt is unknown
 * @param held its first attempt, if it is delayed
 */
record PendingWrite(
        Call call,
        Target target,
        WriteCondition condition,
        long since,
        boolean unknown,
        Optional<Held<ObjectService>> held) {
    private void hadNoEffect() {
        if (!unknown) {
            call.hadNoEffect();
        }
    }

    /** Judges a failure, and tells whether the object differs from its client's last look. */
    boolean failed(Failure failure, SharedObjects shared) {
        switch (failure) {
            case Failure.OutcomeUnknown _ -> {}
            case Failure.DataLost lost ->
                    check(
                            shared.oracle.mayBeLost(new ObjectKey(shared.bucket, target.key())),
                            "I7: " + lost);
            case Failure.PreconditionFailed _, Failure.NoSuchKey _ -> {
                // A version at which an earlier attempt was offered is decided by now.
                call.hadNoEffect();
                held.ifPresent(Held::answered);
                ObjectKey row = new ObjectKey(shared.bucket, target.key());
                shared.oracle.checkNotOwn(row, target.op());
                shared.oracle.checkConditionFailed(row, condition, since);
                return true;
            }
            case Failure.ConditionUndecided _, Failure.Busy _, Failure.Unavailable _ ->
                    hadNoEffect();
            case Failure.NoSuchBucket _, Failure.BucketReplaced _, Failure.NoSuchUpload _ ->
                    throw new AssertionError("the bucket stands all the time: " + failure);
            case Failure.AccessDenied _, Failure.ObjectLocked _, Failure.NoBucketLock _ ->
                    throw new AssertionError("nothing is locked: " + failure);
            case Failure.QuotaExceeded _ -> throw new AssertionError("nobody set a quota");
            case Failure.KeyRefused _ -> throw new AssertionError("nothing is encrypted");
        }
        return false;
    }
}
