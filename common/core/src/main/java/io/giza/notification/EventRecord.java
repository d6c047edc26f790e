package io.giza.notification;

import io.giza.model.ObjectKey;
import io.giza.model.OpId;

import java.time.Instant;
import java.util.Set;

/**
 * What a webhook is to be told of, if it happens: a change of an object that a gateway was asked
 * for. Whether it happened is what the object's row says. The name of the row that holds the record
 * says which webhook it is.
 *
 * @param object the object's row
 * @param generation the incarnation of that row before the change began, or an earlier one: in a
 *     later one nobody can tell any more what happened in this
 * @param operation what the change's record carries if it happens
 * @param names what it may be; more than one where the row tells which
 * @param bucket what the bucket is called
 * @param owner the account that owns it
 * @param configuration the id of what the bucket's owner configured
 * @param requester who asked for it, and how
 * @param time when it was asked for, by the gateway's clock
 */
public record EventRecord(
        ObjectKey object,
        long generation,
        OpId operation,
        Set<EventName> names,
        String bucket,
        String owner,
        String configuration,
        Requester requester,
        Instant time) {
    /**
     * Who asked for a change.
     *
     * @param label what logs call the sender: an access key or a session
     * @param address the sender's address
     * @param request the id of the request
     */
    public record Requester(String label, String address, String request) {
        /** Nobody is known. */
        public static final Requester UNKNOWN = new Requester("", "", "");
    }

    public EventRecord {
        names = Set.copyOf(names);
        if (names.isEmpty()) {
            throw new IllegalArgumentException("nothing to tell of " + object);
        }
    }
}
