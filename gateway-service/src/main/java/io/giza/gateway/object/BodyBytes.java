package io.giza.gateway.object;

import java.io.IOException;

/** Reads bodies by the stripe. */
final class BodyBytes {
    private BodyBytes() {}

    /** Fills the first {@code length} bytes of {@code target} from the body. */
    static void readFully(ObjectBody body, byte[] target, int length) throws IOException {
        int filled = 0;
        while (filled < length) {
            int count = body.read(target, filled, length - filled);
            if (count < 0) {
                // The body knows what was announced, and says what is wrong with its end.
                body.finish();
                throw new IOException("the body ended after fewer bytes than announced");
            }
            filled += count;
        }
    }
}
