package io.giza.gateway.upload;

import io.giza.commit.CommitResult;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.Mode;
import io.giza.model.Value;

/**
 * The rules that the safety of uploads rests on, each a method of its own, so that the mutation
 * drill can break it.
 */
public class UploadRules {
    /** The rules as they are. */
    public static final UploadRules PROTOCOL = new UploadRules();

    /**
     * Rule: the object's record is decided in the upload's row first, and everybody appends that
     * very one.
     */
    public Value toAppend(Value decided) {
        return decided;
    }

    /**
     * Rule: a record that was decided while the bucket did otherwise about versions is not appended
     * any more: it would take the place of versions that the bucket keeps now, or keep those that
     * it does not.
     */
    public boolean mayAppend(Mode decided, Versioning now) {
        return decided == now.modeOfPut();
    }

    /**
     * Rule: whoever decided a completion goes on with it only if that is the last that is known of
     * the upload: it may be over by now, and what comes after that would begin it again.
     */
    public boolean isLatest(CommitResult.Committed decided) {
        return decided.row().chosen() == decided.version();
    }
}
