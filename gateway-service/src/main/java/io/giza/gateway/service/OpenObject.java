package io.giza.gateway.service;

import io.giza.model.Manifest;
import io.giza.model.Part;
import io.giza.model.VersionName;
import io.giza.stripe.read.ByteTarget;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A version that was found; its bytes can be streamed while it is open. */
public interface OpenObject extends AutoCloseable {
    /** Returns the version's manifest. */
    Manifest manifest();

    /** Returns the version's name, empty where the bucket never was versioned. */
    Optional<VersionName> version();

    /**
     * Returns the parts that the object was uploaded in, in order; none if it was put at once.
     *
     * @throws IOException if their list is stored apart and cannot be had
     */
    List<Part> parts() throws IOException;

    /**
     * Streams a range of the object, each byte verified before it is written.
     *
     * @param offset the first byte, 0-based
     * @param length the number of bytes; the range lies within the object
     * @throws IOException if the target fails, or too few intact fragments can be reached
     */
    void writeTo(ByteTarget target, long offset, long length) throws IOException;

    @Override
    void close();
}
