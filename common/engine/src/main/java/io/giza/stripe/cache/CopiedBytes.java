package io.giza.stripe.cache;

import io.giza.stripe.read.NearBytes;

import java.io.InputStream;

/** What is read from a copy. */
final class CopiedBytes extends ChannelStream implements NearBytes {
    CopiedBytes(InputStream bytes) {
        super(bytes);
    }
}
