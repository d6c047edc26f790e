package io.giza.gateway.s3.exchange;

import io.giza.gateway.s3.error.Refusal;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.service.WriteCondition;
import io.giza.gateway.service.WriteCondition.Matches;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The conditions of puts, deletes, copies and completions, as their headers say them. */
public final class WriteConditions {
    private static final String MODIFIED = "x-amz-if-match-last-modified-time";
    private static final String SIZE = "x-amz-if-match-size";
    private static final String ANY = "*";

    private WriteConditions() {}

    /**
     * Reads the condition. Only what consensus decides atomically is accepted; dates are not.
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
            List<String> etags = etags("if-none-match", ifNoneMatch.get());
            return etags.contains(ANY)
                    ? new WriteCondition.Absent()
                    : new WriteCondition.Differs(etags);
        }
        return ifMatch.<WriteCondition>map(sent -> new Matches(etags("if-match", sent)))
                .orElse(new WriteCondition.None());
    }

    /**
     * Reads the condition of a delete, which may also name the time and the size of what it
     * deletes.
     *
     * @throws S3Exception NotImplemented, or InvalidArgument for what is no time or no size
     */
    public static WriteCondition ofDelete(Headers headers) {
        if (!headers.has(MODIFIED) && !headers.has(SIZE)) {
            return of(headers);
        }
        if (headers.has("if-none-match")) {
            throw Refusal.header("if-none-match");
        }
        return described(headers.value("if-match"), headers.value(MODIFIED), headers.value(SIZE));
    }

    /**
     * Returns the condition that what is deleted is as described.
     *
     * @throws S3Exception InvalidArgument for what is no time or no size
     */
    public static WriteCondition described(
            Optional<String> etag, Optional<String> modified, Optional<String> size) {
        Optional<Matches> matches = etag.map(sent -> new Matches(etags("if-match", sent)));
        if (modified.isEmpty() && size.isEmpty()) {
            return matches.<WriteCondition>map(each -> each).orElse(new WriteCondition.None());
        }
        return new WriteCondition.Described(
                matches,
                modified.map(WriteConditions::time),
                size.map(WriteConditions::size).orElse(OptionalLong.empty()));
    }

    private static List<String> etags(String header, String sent) {
        List<String> etags =
                Arrays.stream(sent.split(",", -1)).map(EntityTag::unquote).distinct().toList();
        // A weak tag says nothing of the bytes, and no object has one.
        if (etags.stream().anyMatch(each -> each.isEmpty() || each.startsWith("W/"))) {
            throw Refusal.header(header);
        }
        return etags;
    }

    /** Headers have times as HTTP does, documents as XML does; SDKs use either. */
    private static Instant time(String sent) {
        for (DateTimeFormatter format :
                List.of(DateTimeFormatter.RFC_1123_DATE_TIME, DateTimeFormatter.ISO_DATE_TIME)) {
            try {
                return format.parse(sent.strip(), Instant::from).truncatedTo(ChronoUnit.SECONDS);
            } catch (DateTimeException e) {
                continue;
            }
        }
        throw invalid(MODIFIED, sent);
    }

    private static OptionalLong size(String sent) {
        if (!sent.strip().matches("\\d{1,18}")) {
            throw invalid(SIZE, sent);
        }
        return OptionalLong.of(Long.parseLong(sent.strip()));
    }

    private static S3Exception invalid(String header, String sent) {
        return new S3Exception(S3Error.INVALID_ARGUMENT, "Provided " + header + " is not valid")
                .with("ArgumentName", header)
                .with("ArgumentValue", sent);
    }
}
