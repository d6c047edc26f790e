package io.giza.http;

import io.giza.model.DcName;
import io.giza.record.FormatException;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentInventory.Examination;
import io.giza.wire.FragmentRoutes;
import io.giza.wire.InventoryCodec;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * The answer of a service that examines a fragment: a space now and then while it reads, then what
 * it found. So however long the fragment is, it is known soon that a service stands still.
 */
final class ExaminationAnswer {
    private static final int OK = 200;
    private static final int MAX_BYTES = 4096;

    /** The signs of life of more than the longest fragment, 2^50 bytes and their checksums. */
    private static final long MOST_SPACES = (1L << 51) / FragmentRoutes.BYTES_PER_SPACE;

    private final DcName dc;
    private final Duration stall;
    private final KnownStores stores;

    ExaminationAnswer(DcName dc, Duration stall, KnownStores stores) {
        this.dc = dc;
        this.stall = stall;
        this.stores = stores;
    }

    /** Reads the answer, whose head was received. */
    Examination read(ServiceCall call) throws IOException, ReplicaException {
        if (call.status() == FragmentRoutes.NOT_READY) {
            throw HttpFragmentStore.notReady(dc, call, "it is forgotten");
        }
        if (call.status() != OK) {
            throw ServiceClient.statusFailure(dc, call, "on examination");
        }
        stores.requireExpectedStore(dc, call);
        try (InputStream body = call.stream(stall)) {
            return read(body);
        }
    }

    private Examination read(InputStream body) throws IOException, ReplicaException {
        int first = body.read();
        for (long spaces = 0; first == ' ' && spaces < MOST_SPACES; spaces++) {
            first = body.read();
        }
        ByteArrayOutputStream found = new ByteArrayOutputStream();
        if (first >= 0) {
            found.write(first);
        }
        found.write(body.readNBytes(MAX_BYTES));
        try {
            return InventoryCodec.decodeExamination(found.toByteArray());
        } catch (FormatException e) {
            throw new ReplicaException.Failed(dc, String.valueOf(e.getMessage()), e);
        }
    }
}
