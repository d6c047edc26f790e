package io.giza.lock;

import java.util.Optional;

/**
 * That versions in a bucket can be locked, which is never taken back.
 *
 * @param defaultRetention what is put there has, if it brings none of its own
 */
public record BucketLock(Optional<DefaultRetention> defaultRetention) {
    /** Versions can be locked, and are only where somebody asks for it. */
    public static final BucketLock ENABLED = new BucketLock(Optional.empty());
}
