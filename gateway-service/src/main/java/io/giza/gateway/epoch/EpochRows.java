package io.giza.gateway.epoch;

import io.giza.gateway.epoch.EpochRetry.Verdict;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.system.SystemRows;
import io.giza.model.ObjectKey;

/** System rows in whichever epoch the gateway is. */
public final class EpochRows implements SystemRows {
    private final EpochRetry epochs;

    public EpochRows(EpochRetry epochs) {
        this.epochs = epochs;
    }

    @Override
    public ReadResult read(ObjectKey key) {
        return epochs.repeat(backend -> backend.rows().read(key), Unavailable.class::isInstance);
    }

    @Override
    public ChangeResult change(ObjectKey key, ClientOperation operation, Change change) {
        return epochs.change(
                backend -> backend.rows().change(key, operation, change),
                backend -> backend.rows().change(key, operation.continued(), change),
                EpochRows::verdict);
    }

    @Override
    public ListResult list(String prefix, String after, int limit) {
        return epochs.repeat(
                backend -> backend.rows().list(prefix, after, limit),
                Unavailable.class::isInstance);
    }

    private static Verdict verdict(Object result) {
        return result instanceof Unavailable(_, boolean outcomeUnknown)
                ? outcomeUnknown ? Verdict.UNKNOWN : Verdict.NOT_DONE
                : Verdict.DECIDED;
    }
}
