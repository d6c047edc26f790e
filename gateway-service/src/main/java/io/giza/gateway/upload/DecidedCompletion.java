package io.giza.gateway.upload;

import io.giza.gateway.service.UploadService.CompleteRequest;
import io.giza.gateway.service.UploadService.DeclaredPart;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.UploadRecord;
import io.giza.model.UploadRecord.Completed;
import io.giza.model.UploadRecord.Completing;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.record.UploadRecordCodec;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Optional;

/**
 * What was decided of the end of an upload, and whether a request asks for that: for the object of
 * the same parts, under the same condition. S3 answers every other one NoSuchUpload.
 *
 * @param etag the ETag of the object, which tells the list of its parts
 * @param condition what had to hold of what was there before; empty if that is not known any more
 */
record DecidedCompletion(String etag, Optional<UploadRecord.Condition> condition) {
    /** Returns what is being carried out. */
    static DecidedCompletion of(Completing completing) {
        return new DecidedCompletion(
                ManifestCodec.decode(completing.record()).etag(),
                Optional.of(completing.condition()));
    }

    /**
     * Returns what was carried out.
     *
     * @param row the upload's row, which says before how it was decided
     */
    static DecidedCompletion of(Completed completed, Row row) {
        return new DecidedCompletion(
                completed.result().etag(),
                row.log().reversed().stream()
                        .filter(entry -> !entry.isTruncated())
                        .map(Entry::value)
                        .map(UploadRecordCodec::decode)
                        .map(UploadRecord::state)
                        .filter(Completing.class::isInstance)
                        .map(Completing.class::cast)
                        .findFirst()
                        .map(Completing::condition));
    }

    /** Tells whether a request asks for this. */
    boolean isAskedForBy(CompleteRequest request) {
        UploadRecord.Condition asked = recordable(request.condition());
        return etagOf(request.parts()).filter(etag::equals).isPresent()
                && condition
                        .filter(
                                decided ->
                                        asked == null
                                                ? decided.equals(UploadRecord.Condition.NONE)
                                                : !decided.equals(asked))
                        .isEmpty();
    }

    /** Returns the ETag that an object of these parts has, empty if they cannot be any. */
    private static Optional<String> etagOf(List<DeclaredPart> parts) {
        try {
            return Optional.of(PartDigests.etag(parts.stream().map(DeclaredPart::etag).toList()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Returns a condition as records have it; null for one of which they have only a part. */
    static UploadRecord.@Nullable Condition recordable(WriteCondition condition) {
        return switch (condition) {
            case WriteCondition.None _ -> UploadRecord.Condition.NONE;
            case WriteCondition.Absent _ -> new UploadRecord.Condition(true, Optional.empty());
            case WriteCondition.Matches(List<String> etags) when etags.size() == 1 ->
                    new UploadRecord.Condition(false, Optional.of(etags.getFirst()));
            case WriteCondition.Matches _, WriteCondition.Differs _, WriteCondition.Described _ ->
                    null;
        };
    }
}
