package io.giza.http;

import io.giza.membership.Membership;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.record.FormatException;
import io.giza.record.FragmentName;
import io.giza.replica.FragmentRepair;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.stripe.FragmentInventory;
import io.giza.wire.FragmentRoutes;
import io.giza.wire.InventoryCodec;
import io.giza.wire.TableCodec;

import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.InputStreamResponseListener;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.http.HttpMethod;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The fragments of one data center, tunnelled through its fragment-service. */
public final class HttpFragmentStore implements FragmentStore, FragmentRepair, FragmentInventory {
    private static final int OK = 200;
    private static final int NO_CONTENT = 204;
    private static final int NOT_FOUND = 404;

    /** Of a disk that much else is asked of. */
    private static final long SLOWEST_BYTES_PER_SECOND = 4 << 20;

    private final DcName dc;
    private final URI endpoint;
    private final ServiceClient client;

    /** What the fragments that are created through this are for. */
    private final Purpose purpose;

    /**
     * What fragments are created for.
     *
     * @param header the request header that says it, empty for a put
     * @param epoch the epoch of who rebuilds or repairs, 0 if nobody does
     */
    private record Purpose(String header, long epoch) {
        static final Purpose PUT = new Purpose("", 0);

        Purpose {
            if (epoch < 1 && !header.isEmpty()) {
                throw new IllegalArgumentException("epoch must be at least 1, not " + epoch);
            }
        }
    }

    /**
     * Reaches a fragment-service.
     *
     * @param endpoint scheme, host and port
     */
    public HttpFragmentStore(DcName dc, URI endpoint, ServiceClient client) {
        this(dc, endpoint, client, Purpose.PUT);
    }

    private HttpFragmentStore(DcName dc, URI endpoint, ServiceClient client, Purpose purpose) {
        this.dc = dc;
        this.endpoint = endpoint;
        this.client = client;
        this.purpose = purpose;
    }

    @Override
    public DcName dc() {
        return dc;
    }

    @Override
    public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
        Request request = client.request(dc, HttpMethod.PUT, uri(id, ""));
        ServiceClient.Timeouts timeouts = client.timeouts();
        if (purpose.epoch > 0) {
            request.headers(h -> h.put(purpose.header, purpose.epoch));
        }
        if (purpose.header.equals(FragmentRoutes.REPLACE_HEADER)) {
            timeouts = timeouts.answeringLater(timeToRead(length));
        }
        return HttpFragmentUpload.begin(dc, request, length, timeouts, client.stores());
    }

    @Override
    public FragmentRead read(FragmentId id, long offset, long length) throws ReplicaException {
        if (offset < 0 || length < 1) {
            throw new IllegalArgumentException("no range: " + offset + ", " + length);
        }
        Request request =
                client.request(
                                dc,
                                HttpMethod.GET,
                                uri(id, "?offset=" + offset + "&length=" + length))
                        .idleTimeout(client.timeouts().idle().toMillis(), TimeUnit.MILLISECONDS);
        InputStreamResponseListener listener = new InputStreamResponseListener();
        request.send(listener);
        try {
            Response response =
                    listener.get(client.timeouts().answer().toMillis(), TimeUnit.MILLISECONDS);
            InputStream bytes = listener.getInputStream();
            if (response.getStatus() == OK || response.getStatus() == NOT_FOUND) {
                requireKnown(response, bytes);
            }
            if (response.getStatus() == OK) {
                return new FragmentRead.Found(bytes);
            }
            bytes.close();
            if (response.getStatus() == NOT_FOUND && hasState(response, FragmentRoutes.ABSENT)) {
                return new FragmentRead.Absent();
            }
            if (response.getStatus() == FragmentRoutes.NOT_READY) {
                throw notReady(dc, response, response.getStatus() + " on read");
            }
            throw ServiceClient.statusFailure(dc, response, "on read");
        } catch (ExecutionException | TimeoutException | IOException e) {
            ServiceClient.abort(request, e);
            throw ServiceClient.failure(dc, e);
        } catch (InterruptedException e) {
            ServiceClient.abort(request, e);
            throw ServiceClient.interrupted(dc, e);
        }
    }

    @Override
    public void delete(FragmentId id) throws ReplicaException {
        Request request = client.request(dc, HttpMethod.DELETE, uri(id, ""));
        ContentResponse response = client.exchange(dc, request, client.timeouts().answer());
        if (response.getStatus() != NO_CONTENT) {
            throw ServiceClient.statusFailure(dc, response);
        }
        client.stores().requireExpectedStore(dc, response);
    }

    @Override
    public Page inventory(String after, int limit) throws ReplicaException {
        if (limit < 1 || limit > MAX_PAGE) {
            throw new IllegalArgumentException("limit must be 1 to " + MAX_PAGE + ": " + limit);
        }
        String query = "?limit=" + limit + "&after=" + after;
        Request request =
                client.request(
                        dc, HttpMethod.GET, endpoint.resolve(FragmentRoutes.INVENTORY + query));
        ContentResponse response = client.exchange(dc, request, client.timeouts().answer());
        if (response.getStatus() != OK) {
            throw ServiceClient.statusFailure(dc, response);
        }
        client.stores().requireExpectedStore(dc, response);
        try {
            return InventoryCodec.decode(response.getContent());
        } catch (FormatException e) {
            throw new ReplicaException.Failed(dc, String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public Examination examine(String name) throws ReplicaException {
        String path = FragmentRoutes.PREFIX + new FragmentName(name) + FragmentRoutes.EXAMINATION;
        Request request = client.request(dc, HttpMethod.GET, endpoint.resolve(path));
        return new ExaminationAnswer(dc, client.timeouts(), client.stores()).receive(request);
    }

    @Override
    public FragmentStore rebuilding(long epoch) {
        return new HttpFragmentStore(
                dc, endpoint, client, new Purpose(FragmentRoutes.REBUILD_HEADER, epoch));
    }

    @Override
    public FragmentStore replacing(long epoch) {
        return new HttpFragmentStore(
                dc, endpoint, client, new Purpose(FragmentRoutes.REPLACE_HEADER, epoch));
    }

    /** What is there is read before it is replaced; at most as much as it ought to be. */
    private static Duration timeToRead(long length) {
        return Duration.ofSeconds(length / SLOWEST_BYTES_PER_SECOND);
    }

    @Override
    public Membership order(TableOrder.OfMembership order) throws ReplicaException {
        byte[] answer =
                client.post(
                        dc,
                        endpoint.resolve(FragmentRoutes.ORDERS),
                        TableCodec.encode(order),
                        client.timeouts().answer());
        try {
            return TableCodec.decodeAnswer(answer);
        } catch (FormatException e) {
            throw new ReplicaException.Failed(dc, String.valueOf(e.getMessage()), e);
        }
    }

    /** Says what 425 means: only the service itself knows that something is forgotten. */
    static ReplicaException notReady(DcName dc, Response response, String detail) {
        IOException cause = new IOException("answered " + response.getStatus());
        return hasState(response, FragmentRoutes.FORGOTTEN)
                ? new ReplicaException.NotReady(dc, detail, cause)
                : new ReplicaException.Failed(dc, detail, cause);
    }

    static boolean hasState(Response response, String state) {
        return state.equals(response.getHeaders().get(FragmentRoutes.STATE_HEADER));
    }

    private void requireKnown(Response response, InputStream bytes)
            throws ReplicaException, IOException {
        try {
            client.stores().requireExpectedStore(dc, response);
        } catch (ReplicaException e) {
            bytes.close();
            throw e;
        }
    }

    private URI uri(FragmentId id, String query) {
        return endpoint.resolve(FragmentRoutes.PREFIX + FragmentName.of(id) + query);
    }
}
