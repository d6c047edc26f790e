package io.giza.fragment.http;

import static org.apache.hc.core5.http.HttpStatus.SC_BAD_REQUEST;

import io.giza.fragment.store.BlobStore.BlobUpload;
import io.giza.http.server.RequestBody;
import io.giza.stripe.FragmentBodyVerifier;
import io.giza.stripe.FragmentHeader;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Writes the body of a fragment as it comes, and checks it meanwhile: whether as many bytes come as
 * were announced, and each block with the checksum that was sent with it.
 */
final class BodyReceiver {
    private final RequestBody body;
    private final BlobUpload upload;
    private final FragmentBodyVerifier bodyCheck;
    private long announced;
    private long total;

    /** Receives what follows {@code header}, which was read and written already. */
    BodyReceiver(RequestBody body, BlobUpload upload, FragmentHeader header) {
        this.body = body;
        this.upload = upload;
        this.bodyCheck = new FragmentBodyVerifier(header);
    }

    /**
     * Reads to the end, or until more came than was announced.
     *
     * @param header how many bytes the header has
     * @param length how many bytes were announced, the header's included
     * @return how many bytes came, the header's included
     */
    long receive(int header, long length) throws IOException {
        announced = length;
        total = header;
        int count = read(upload.writableBuffer());
        while (count >= 0 && total <= length) {
            total += count;
            count = read(upload.writableBuffer());
        }
        return total;
    }

    /**
     * Checks what was received.
     *
     * @throws RequestRefusedException if it is not as it was announced, or was damaged on the way
     */
    void requireIntact() {
        if (total != announced) {
            throw new RequestRefusedException(
                    SC_BAD_REQUEST, "announced " + announced + " bytes and sent others");
        }
        if (!bodyCheck.isIntact()) {
            throw new RequestRefusedException(
                    SC_BAD_REQUEST,
                    "a block has not the checksum that was sent with it: it was damaged on the way");
        }
    }

    private int read(ByteBuffer room) throws IOException {
        int start = room.position();
        int count = body.read(room);
        if (count > 0) {
            bodyCheck.update(room.slice(start, count));
        }
        return count;
    }
}
