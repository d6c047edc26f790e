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

    /** Rule: a part is acknowledged only if the upload was open after the part was voted for. */
    public boolean confirmsOpen() {
        return true;
    }

    /**
     * Rule: before anybody is told that an upload is over, or about to be, a quorum has learned it;
     * so no later part meets a quorum that still believes it to be open.
     */
    public boolean closesAtQuorum() {
        return true;
    }

    /** Rule: an object is made only of parts whose data is known to be durable. */
    public boolean needsVisibleParts() {
        return true;
    }

    /**
     * Rule: the object's record is decided in the upload's row first, and everybody appends that
     * very one.
     */
    public Value toAppend(Value decided) {
        return decided;
    }

    /** Rule: what was written since the record was decided is searched for it before each try. */
    public boolean searchesForRecord() {
        return true;
    }

    /**
     * Rule: a record that was decided while the bucket did otherwise about versions is not appended
     * any more: it would take the place of versions that the bucket keeps now, or keep those that
     * it does not.
     */
    public boolean mayAppend(Mode decided, Versioning now) {
        return decided == now.modeOfPut();
    }

    /** Rule: before the upload is open again, the record is kept out of the object's row. */
    public boolean settlesBeforeReopening() {
        return true;
    }

    /**
     * Rule: whoever decided a completion goes on with it only if that is the last that is known of
     * the upload: it may be over by now, and what comes after that would begin it again.
     */
    public boolean isLatest(CommitResult.Committed decided) {
        return decided.row().chosen() == decided.version();
    }

    /** Rule: a change of an upload comes right after the state that it was made for, or not. */
    public boolean requiresPredecessor() {
        return true;
    }
}
