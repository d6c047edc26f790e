package io.giza.gateway.encryption.keys;

import io.giza.gateway.encryption.KeyManagement;
import io.giza.gateway.encryption.KeyProblem;
import io.giza.model.Bytes;

/** Nobody keeps named keys. */
public enum NoNamedKeys implements KeyManagement {
    INSTANCE;

    private static final Failed FAILED =
            new Failed(KeyProblem.NOT_CONFIGURED, "no keeper of named keys is configured");

    @Override
    public WrapResult wrap(String key, byte[] dataKey, byte[] context) {
        return FAILED;
    }

    @Override
    public UnwrapResult unwrap(String key, String version, Bytes wrapped, byte[] context) {
        return FAILED;
    }
}
