package io.giza.record;

import java.time.Instant;
import java.util.Map;

/**
 * Something that an operator had done, or tried to.
 *
 * @param time when it was asked for
 * @param accessKey who asked
 * @param account whose access key that is
 * @param remote from which address
 * @param dc which data center's gateway was asked
 * @param method the method of HTTP
 * @param path what was asked for, below the API
 * @param fields what was said beside that; no secret
 * @param status the status that was answered; 0 if nobody noted it, so that it may have been done
 *     or not
 * @param error why it was refused; empty if it was not
 */
public record AuditRecord(
        Instant time,
        String accessKey,
        String account,
        String remote,
        String dc,
        String method,
        String path,
        Map<String, String> fields,
        int status,
        String error) {
    public AuditRecord {
        fields = Map.copyOf(fields);
    }

    /** Returns the same with what came of it. */
    public AuditRecord ended(int newStatus, String newError) {
        return new AuditRecord(
                time, accessKey, account, remote, dc, method, path, fields, newStatus, newError);
    }
}
