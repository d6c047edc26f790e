package io.giza.gateway.object;

import io.giza.erasure.StripeLayout;
import io.giza.stripe.StripeWriter;

import java.io.IOException;

/** Reads bodies by the stripe. */
final class BodyBytes {
    private BodyBytes() {}

    /** Writes the whole body; false if too few data centers take it. */
    static boolean upload(ObjectBody body, StripeLayout layout, StripeWriter writer)
            throws IOException {
        byte[] stripe = new byte[layout.stripes() == 0 ? 0 : layout.stripeLength(0)];
        for (long number = 0; number < layout.stripes(); number++) {
            int length = layout.stripeLength(number);
            readFully(body, stripe, length);
            if (!writer.write(stripe, length)) {
                return false;
            }
        }
        return true;
    }

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
