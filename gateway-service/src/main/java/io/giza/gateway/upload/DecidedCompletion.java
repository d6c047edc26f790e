package io.giza.gateway.upload;

import io.giza.gateway.service.UploadService.CompleteRequest;
import io.giza.gateway.service.UploadService.DeclaredPart;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.UploadRecord;
import io.giza.model.UploadRecord.Completed;
import io.giza.model.UploadRecord.Completing;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.record.UploadRecordCodec;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Optional;

/**
 * The completion that an upload's row decided. A request with the same parts and condition gets its
 * result; S3 answers any other request NoSuchUpload.
 *
 * @param etag the ETag of the object, which tells the list of its parts
 * @param condition the condition of the completion; empty if the row no longer holds it
 */
record DecidedCompletion(String etag, Optional<UploadRecord.Condition> condition) {
    /** Returns a completion in progress. */
    static DecidedCompletion of(Completing completing) {
        return new DecidedCompletion(
                ManifestCodec.decode(completing.record()).etag(),
                Optional.of(completing.condition()));
    }

    /**
     * Returns a completion that is done.
     *
     * @param row the upload's row, whose earlier record has the condition
     */
    static DecidedCompletion of(Completed completed, Row row) {
        return new DecidedCompletion(
                completed.result().etag(),
                row.log().reversed().stream()
                        .filter(entry -> !entry.isTruncated())
                        .map(Entry::value)
                        .filter(value -> value.kind() == Value.Kind.PUT)
                        .map(UploadRecordCodec::decode)
                        .map(UploadRecord::state)
                        .filter(Completing.class::isInstance)
                        .map(Completing.class::cast)
                        .findFirst()
                        .map(Completing::condition));
    }

    /** Whether a request has the same parts and condition. */
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

    /** Returns the ETag of an object of these parts; empty if a part's ETag is no MD5. */
    private static Optional<String> etagOf(List<DeclaredPart> parts) {
        try {
            return Optional.of(PartDigests.etag(parts.stream().map(DeclaredPart::etag).toList()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Returns the condition as a record holds it; null if a record cannot hold all of it. */
    static UploadRecord.@Nullable Condition recordable(WriteCondition condition) {
        return switch (condition) {
            case WriteCondition.None _ -> UploadRecord.Condition.NONE;
            case WriteCondition.Absent _ -> new UploadRecord.Condition(true, Optional.empty());
            case WriteCondition.Matches(List<String> etags) when etags.size() == 1 ->
                    new UploadRecord.Condition(false, Optional.of(etags.getFirst()));
            case WriteCondition.Matches _,
                    WriteCondition.Differs _,
                    WriteCondition.Described _,
                    WriteCondition.Unmet _ ->
                    null;
        };
    }
}
