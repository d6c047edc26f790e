package io.giza.fragment.http;

import static org.apache.hc.core5.http.HttpStatus.SC_BAD_REQUEST;
import static org.apache.hc.core5.http.HttpStatus.SC_OK;

import io.giza.fragment.store.BlobStore.Blob;
import io.giza.fragment.store.TransferBuffers;
import io.giza.http.server.Exchange;
import io.micrometer.core.instrument.Counter;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/**
 * Sends ranges of blobs.
 *
 * @param buffers what they pass through
 * @param sent counts their bytes
 */
record BlobSender(TransferBuffers buffers, Counter sent) {
    /**
     * A range of a blob that is asked for.
     *
     * @param offset the first byte
     * @param length how many bytes
     */
    record Range(long offset, long length) {
        /** Returns what the parameters of a request say. */
        static Range of(Exchange exchange) {
            Range range =
                    new Range(
                            RequestNumbers.parameter(exchange, "offset"),
                            RequestNumbers.parameter(exchange, "length"));
            if (range.offset < 0 || range.length < 1) {
                throw new RequestRefusedException(
                        SC_BAD_REQUEST, "no range: " + range.offset + ", " + range.length);
            }
            return range;
        }
    }

    /** Answers with the bytes of a range, and closes it. */
    void send(Blob blob, Exchange exchange) throws IOException {
        ByteBuffer buffer = buffers.lend(blob.length());
        try (ReadableByteChannel bytes = blob.bytes()) {
            exchange.with("Content-Type", "application/octet-stream")
                    .with("ETag", blob.tag())
                    .begin(SC_OK, blob.length());
            while (bytes.read(buffer.clear()) > 0) {
                sent.increment(buffer.flip().remaining());
                exchange.write(buffer);
            }
        } finally {
            buffers.giveBack(buffer);
        }
    }
}
