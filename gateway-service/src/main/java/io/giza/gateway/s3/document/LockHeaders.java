package io.giza.gateway.s3.document;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;
import io.giza.lock.LegalHold;
import io.giza.lock.Retention;
import io.giza.lock.RetentionMode;
import io.giza.lock.VersionLock;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What keeps a version from being deleted, as headers say it. */
public final class LockHeaders {
    private static final String MODE = "x-amz-object-lock-mode";
    private static final String UNTIL = "x-amz-object-lock-retain-until-date";
    private static final String HOLD = "x-amz-object-lock-legal-hold";
    private static final String BYPASS = "x-amz-bypass-governance-retention";

    private LockHeaders() {}

    /**
     * Returns how a new version is to be locked.
     *
     * @param now before which no retention may end
     * @throws S3Exception InvalidArgument
     */
    public static VersionLock requested(Headers headers, Instant now) {
        return new VersionLock(retention(headers, now), hold(headers));
    }

    private static Optional<Retention> retention(Headers headers, Instant now) {
        Optional<String> mode = headers.value(MODE);
        Optional<String> until = headers.value(UNTIL);
        if (mode.isEmpty() && until.isEmpty()) {
            return Optional.empty();
        }
        if (mode.isEmpty() || until.isEmpty()) {
            throw invalid(
                    UNTIL + " and " + MODE + " must both be supplied.",
                    mode.isEmpty() ? MODE : UNTIL,
                    "");
        }
        RetentionMode retentionMode =
                LockDocuments.mode(mode.get())
                        .orElseThrow(
                                () -> invalid("Unknown wormMode directive.", MODE, mode.get()));
        Instant date =
                LockDocuments.date(until.get())
                        .orElseThrow(
                                () ->
                                        invalid(
                                                "The retain until date must be provided in ISO 8601"
                                                        + " format",
                                                UNTIL,
                                                until.get()));
        LockDocuments.requireFuture(date, now);
        return Optional.of(new Retention(retentionMode, date));
    }

    private static LegalHold hold(Headers headers) {
        return headers.value(HOLD)
                .map(
                        text ->
                                LockDocuments.hold(text)
                                        .orElseThrow(
                                                () ->
                                                        invalid(
                                                                "Legal Hold must be either of 'ON'"
                                                                        + " or 'OFF'",
                                                                HOLD,
                                                                text)))
                .orElse(LegalHold.UNSET);
    }

    /**
     * Tells whether retention in governance mode is to be bypassed. That the sender may is checked
     * before: it needs {@code s3:BypassGovernanceRetention}, as who owns the bucket has it.
     */
    public static boolean bypassesGovernance(Headers headers) {
        return headers.value(BYPASS).filter("true"::equalsIgnoreCase).isPresent();
    }

    /** Returns the headers that tell how a version is locked. */
    public static Map<String, String> of(VersionLock lock) {
        Map<String, String> headers = new LinkedHashMap<>();
        lock.retention()
                .ifPresent(
                        retention -> {
                            headers.put(MODE, retention.mode().name());
                            headers.put(UNTIL, LockDocuments.text(retention.until()));
                        });
        if (lock.hold() != LegalHold.UNSET) {
            headers.put(HOLD, lock.hold().name());
        }
        return headers;
    }

    private static S3Exception invalid(String message, String header, String value) {
        return new S3Exception(S3Error.INVALID_ARGUMENT, message)
                .with("ArgumentName", header)
                .with("ArgumentValue", value);
    }
}
