package io.giza.record.key;

import io.giza.model.Bytes;

/**
 * A data key in two layers, for a keeper of keys that encrypts a few bytes and binds them to
 * nothing. A key that is drawn for it alone encrypts the data key, bound to its object, and the
 * keeper wraps that key.
 *
 * @param wrappedKey the key of the outer layer, as the keeper wrapped it
 * @param sealedDataKey the data key, encrypted and authenticated with that key
 */
public record KeyEnvelope(Bytes wrappedKey, Bytes sealedDataKey) {
    public KeyEnvelope {
        if (wrappedKey.size() == 0 || sealedDataKey.size() == 0) {
            throw new IllegalArgumentException("an envelope has two keys");
        }
    }
}
