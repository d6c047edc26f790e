package io.giza.model;

/**
 * The identity of one fragment of one version; derived from the put, never listed in a manifest.
 *
 * @param account the storage account's name
 * @param key the object's key
 * @param putId the attempt that wrote it
 * @param index 0 to n-1: data fragments first, then parity
 */
public record FragmentId(String account, ObjectKey key, PutId putId, int index) {
    public FragmentId {
        if (index < 0 || index > 254) {
            throw new IllegalArgumentException("fragment index must be 0 to 254, not " + index);
        }
    }
}
