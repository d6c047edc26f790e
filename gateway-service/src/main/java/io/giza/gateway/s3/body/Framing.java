package io.giza.gateway.s3.body;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/** How the object's bytes lie in the request's body. */
interface Framing {
    /** Reads like {@link InputStream#read(byte[], int, int)}, only the object's bytes. */
    int read(byte[] target, int offset, int length) throws IOException;

    /** Returns the headers that followed the last byte, once {@link #read} has returned -1. */
    Map<String, String> trailers();

    /** The body is the object. */
    record Plain(InputStream input) implements Framing {
        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            return input.read(target, offset, length);
        }

        @Override
        public Map<String, String> trailers() {
            return Map.of();
        }
    }
}
