package io.giza.gateway.s3.exchange;

import io.giza.gateway.s3.error.Refusal;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.service.WriteCondition;

import java.util.List;
import java.util.Optional;

/** The conditions of puts, deletes, copies and completions, as their headers say them. */
public final class WriteConditions {
    private WriteConditions() {}

    /**
     * Reads the condition. Only what consensus decides atomically is accepted; dates and lists are
     * not.
     *
     * @throws S3Exception NotImplemented, and which header it is
     */
    public static WriteCondition of(Headers headers) {
        Optional<String> ifMatch = headers.value("if-match");
        Optional<String> ifNoneMatch = headers.value("if-none-match");
        for (String dated : List.of("if-modified-since", "if-unmodified-since")) {
            if (headers.has(dated)) {
                throw Refusal.header(dated);
            }
        }
        if (ifMatch.isPresent() && ifNoneMatch.isPresent()) {
            throw Refusal.header("if-none-match");
        }
        if (ifNoneMatch.isPresent()) {
            if (!EntityTag.unquote(ifNoneMatch.get()).equals("*")) {
                throw Refusal.header("if-none-match");
            }
            return new WriteCondition.Absent();
        }
        if (ifMatch.isPresent()) {
            String etag = EntityTag.unquote(ifMatch.get());
            if (etag.contains(",") || etag.startsWith("W/")) {
                throw Refusal.header("if-match");
            }
            return new WriteCondition.Matches(etag);
        }
        return new WriteCondition.None();
    }
}
