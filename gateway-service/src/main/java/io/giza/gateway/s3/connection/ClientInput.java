package io.giza.gateway.s3.connection;

import io.giza.concurrent.ReadWatch;

import org.jspecify.annotations.Nullable;

import java.io.InputStream;

/** What a client sends, for which one may have to wait. */
public abstract class ClientInput extends InputStream {
    /**
     * Sets what is done before a read waits for long.
     *
     * @param watch null for nothing
     */
    public abstract void watch(@Nullable ReadWatch watch);
}
