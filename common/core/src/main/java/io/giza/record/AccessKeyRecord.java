package io.giza.record;

import io.giza.model.Bytes;

import java.time.Instant;

/**
 * What the newest version of an access key's row says of the key.
 *
 * @param account the name of the storage account that it belongs to
 * @param state whether it is good
 * @param created when it was made
 * @param sealedSecret its secret, encrypted
 */
public record AccessKeyRecord(String account, State state, Instant created, Bytes sealedSecret) {
    /** Whether an access key is good. */
    public enum State {
        ACTIVE,
        /** Nobody gets in with it until it is enabled again. */
        DISABLED
    }

    /** Returns the key in another state. */
    public AccessKeyRecord withState(State other) {
        return new AccessKeyRecord(account, other, created, sealedSecret);
    }
}
