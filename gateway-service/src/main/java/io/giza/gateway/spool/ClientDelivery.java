package io.giza.gateway.spool;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.service.ClientTarget;
import io.giza.stripe.read.ByteTarget;
import io.giza.stripe.read.ScarceMemoryException;

import java.io.IOException;
import java.util.function.BooleanSupplier;

/**
 * Sends objects to clients, and holds neither memory nor connections between data centers while one
 * is waited for.
 *
 * @param spool where bytes wait that a client does not take
 * @param isCrowded whether other reads wait for memory
 */
public record ClientDelivery(Surroundings surroundings, Spool spool, BooleanSupplier isCrowded) {
    /** What is sent. */
    @FunctionalInterface
    public interface Source {
        /**
         * Writes its bytes from a position on; what it holds meanwhile it gives back before it
         * returns.
         */
        void writeTo(ByteTarget target, long from) throws IOException;
    }

    /**
     * Sends a source to its end. It is read in one go, as far as the client and the spool take it,
     * and again from where that was.
     *
     * @param account whose source it is
     * @param length how many bytes it has
     * @throws IOException if it cannot be read, or the client takes nothing more
     */
    public void send(ClientTarget client, String account, long length, Source source)
            throws IOException {
        try (SpooledOutput output =
                new SpooledOutput(surroundings, spool, account, isCrowded, client, length)) {
            while (output.accepted() < length) {
                try {
                    source.writeTo(output, output.accepted());
                } catch (SpooledOutput.FullException e) {
                    // It is read on when the client has taken what there is.
                } catch (ScarceMemoryException e) {
                    // A download that has begun is never cut off for a shortage.
                    if (output.accepted() == 0) {
                        throw e;
                    }
                }
                output.drain();
            }
        }
    }
}
