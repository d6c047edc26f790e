package io.giza.version;

import io.giza.model.PutId;
import io.giza.model.UploadRecord;

import java.util.Optional;
import java.util.function.Predicate;

/**
 * Whether a put in a row of an upload, a part or a list of parts, may still be needed. What is
 * garbage is deleted as any version is: by a record in its own row, and only then its fragments.
 *
 * <pre>
 * upload        put
 * none          garbage: nobody can complete it
 * OPEN          needed, also one that a later one took the place of: a completion may have read it
 * COMPLETING    needed
 * COMPLETED     needed if the object is made of it, as long as that version is not gone
 * ABORTED       garbage
 * </pre>
 *
 * <p>The upload's row itself may be removed once its object's version is gone and its parts are.
 */
public final class UploadGarbage {
    private UploadGarbage() {}

    /** What became of the version that an upload became. */
    public enum ObjectState {
        /** A reader may be shown it. */
        EXISTS,
        /** It is deleted by decision, or its row was removed. */
        GONE,
        /** It could not be found out. */
        UNKNOWN
    }

    /** What to do. */
    public enum Verdict {
        KEEP,
        DELETE
    }

    /**
     * Judges a put.
     *
     * @param upload what a quorum says of the upload, empty if its row is not there
     * @param put the version of the part's row, or of the list's
     * @param object what became of the version that the upload became, if it is COMPLETED
     * @param isOfObject tells whether that version is made of a put; asked only where it stands
     */
    public static Verdict judge(
            Optional<UploadRecord> upload,
            PutId put,
            ObjectState object,
            Predicate<PutId> isOfObject) {
        if (upload.isEmpty()) {
            return Verdict.DELETE;
        }
        return switch (upload.get().state()) {
            case UploadRecord.Open _, UploadRecord.Completing _ -> Verdict.KEEP;
            case UploadRecord.Aborted _ -> Verdict.DELETE;
            case UploadRecord.Completed _ ->
                    switch (object) {
                        case EXISTS -> isOfObject.test(put) ? Verdict.KEEP : Verdict.DELETE;
                        case GONE -> Verdict.DELETE;
                        case UNKNOWN -> Verdict.KEEP;
                    };
        };
    }
}
