package io.giza.gateway.encryption;

import io.giza.model.Bytes;

/**
 * Keeps named keys, and wraps data keys with them (SSE-KMS). It may be another machine's service,
 * so every call may take long or fail; a key's name comes from clients.
 */
public interface KeyManagement {
    /**
     * Wraps a data key with the newest version of a key.
     *
     * @param key the key's name
     * @param dataKey what is wrapped
     * @param context what must be told again to unwrap it
     */
    WrapResult wrap(String key, byte[] dataKey, byte[] context);

    /**
     * Unwraps a data key.
     *
     * @param key the key's name
     * @param version the version that wrapped it, as {@link Wrapped} said
     */
    UnwrapResult unwrap(String key, String version, Bytes wrapped, byte[] context);

    /** How a wrapping ended. */
    sealed interface WrapResult {}

    /**
     * It is wrapped.
     *
     * @param version which version of the key wrapped it
     */
    record Wrapped(String version, Bytes wrapped) implements WrapResult {}

    /** How an unwrapping ended. */
    sealed interface UnwrapResult {}

    /** It is unwrapped. */
    record Unwrapped(byte[] dataKey) implements UnwrapResult {}

    /** It could not be done. */
    record Failed(KeyProblem problem, String detail) implements WrapResult, UnwrapResult {}
}
