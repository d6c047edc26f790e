package io.giza.http;

import io.giza.model.DcName;
import io.giza.record.FormatException;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentInventory.Examination;
import io.giza.wire.FragmentRoutes;
import io.giza.wire.InventoryCodec;

import org.eclipse.jetty.client.InputStreamResponseListener;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

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
    private final ServiceClient.Timeouts timeouts;
    private final KnownStores stores;

    ExaminationAnswer(DcName dc, ServiceClient.Timeouts timeouts, KnownStores stores) {
        this.dc = dc;
        this.timeouts = timeouts;
        this.stores = stores;
    }

    Examination receive(Request request) throws ReplicaException {
        request.idleTimeout(timeouts.stall().toMillis(), TimeUnit.MILLISECONDS);
        InputStreamResponseListener listener = new InputStreamResponseListener();
        request.send(listener);
        try {
            Response response = listener.get(timeouts.answer().toMillis(), TimeUnit.MILLISECONDS);
            try (InputStream body = listener.getInputStream()) {
                return read(response, body);
            }
        } catch (ExecutionException | TimeoutException e) {
            ServiceClient.abort(request, e);
            throw ServiceClient.failure(dc, e);
        } catch (IOException e) {
            ServiceClient.abort(request, e);
            Throwable stalled = e.getCause() instanceof TimeoutException cause ? cause : e;
            throw ServiceClient.failure(dc, stalled);
        } catch (InterruptedException e) {
            ServiceClient.abort(request, e);
            throw ServiceClient.interrupted(dc, e);
        }
    }

    private Examination read(Response response, InputStream body)
            throws IOException, ReplicaException {
        if (response.getStatus() == FragmentRoutes.NOT_READY) {
            throw HttpFragmentStore.notReady(dc, response, "it is forgotten");
        }
        if (response.getStatus() != OK) {
            throw ServiceClient.statusFailure(dc, response, "on examination");
        }
        stores.requireExpectedStore(dc, response);
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
