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

import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/** The fragments of one data center, tunnelled through its fragment-service. */
public final class HttpFragmentStore implements FragmentStore, FragmentRepair, FragmentInventory {
    private static final int OK = 200;
    private static final int NO_CONTENT = 204;
    private static final int NOT_FOUND = 404;

    /** Of a disk that much else is asked of. */
    private static final long SLOWEST_BYTES_PER_SECOND = 4 << 20;

    private final DcName dc;
    private final URI endpoint;

    /** What the paths of its fragments begin with. */
    private final String prefix;

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
        this(dc, endpoint, FragmentRoutes.PREFIX, client, Purpose.PUT);
    }

    private HttpFragmentStore(
            DcName dc, URI endpoint, String prefix, ServiceClient client, Purpose purpose) {
        this.dc = dc;
        this.endpoint = endpoint;
        this.prefix = prefix;
        this.client = client;
        this.purpose = purpose;
    }

    /** Reaches the copies of other data centers' fragments that a fragment-service has. */
    public static FragmentStore ofCopies(DcName dc, URI endpoint, ServiceClient client) {
        return new HttpFragmentStore(dc, endpoint, FragmentRoutes.COPIES, client, Purpose.PUT);
    }

    @Override
    public DcName dc() {
        return dc;
    }

    @Override
    public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
        ServiceCall call = client.call(dc, "PUT", uri(id, ""));
        ServiceClient.Timeouts timeouts = client.timeouts();
        if (purpose.epoch > 0) {
            call.with(purpose.header, Long.toString(purpose.epoch));
        }
        if (purpose.header.equals(FragmentRoutes.REPLACE_HEADER)) {
            timeouts = timeouts.answeringLater(timeToRead(length));
        }
        return HttpFragmentUpload.begin(dc, call, length, timeouts, client.stores());
    }

    @Override
    public FragmentRead read(FragmentId id, long offset, long length) throws ReplicaException {
        if (offset < 0 || length < 1) {
            throw new IllegalArgumentException("no range: " + offset + ", " + length);
        }
        ServiceCall call =
                client.call(dc, "GET", uri(id, "?offset=" + offset + "&length=" + length));
        return client.exchange(dc, call, client.timeouts().answer(), this::fragment);
    }

    /** A fragment that was found takes the call along, until its bytes are read. */
    private FragmentRead fragment(ServiceCall call) throws IOException, ReplicaException {
        int status = call.status();
        if (status == OK || status == NOT_FOUND) {
            client.stores().requireExpectedStore(dc, call);
        }
        if (status == OK) {
            return new FragmentRead.Found(call.stream(client.timeouts().stall()));
        }
        client.body(call);
        if (status == NOT_FOUND && hasState(call, FragmentRoutes.ABSENT)) {
            return new FragmentRead.Absent();
        }
        throw status == FragmentRoutes.NOT_READY
                ? notReady(dc, call, status + " on read")
                : ServiceClient.statusFailure(dc, call, "on read");
    }

    @Override
    public void delete(FragmentId id) throws ReplicaException {
        ServiceCall call = client.call(dc, "DELETE", uri(id, ""));
        client.exchange(dc, call, client.timeouts().answer(), this::deleted);
    }

    private boolean deleted(ServiceCall call) throws IOException, ReplicaException {
        byte[] body = client.body(call);
        if (call.status() != NO_CONTENT) {
            throw ServiceClient.statusFailure(dc, call, body);
        }
        client.stores().requireExpectedStore(dc, call);
        return true;
    }

    @Override
    public Page inventory(String after, int limit) throws ReplicaException {
        if (limit < 1 || limit > MAX_PAGE) {
            throw new IllegalArgumentException("limit must be 1 to " + MAX_PAGE + ": " + limit);
        }
        String query = "?limit=" + limit + "&after=" + after;
        ServiceCall call =
                client.call(dc, "GET", endpoint.resolve(FragmentRoutes.INVENTORY + query));
        return client.exchange(dc, call, client.timeouts().answer(), this::page);
    }

    private Page page(ServiceCall call) throws IOException, ReplicaException {
        byte[] body = client.body(call);
        if (call.status() != OK) {
            throw ServiceClient.statusFailure(dc, call, body);
        }
        client.stores().requireExpectedStore(dc, call);
        try {
            return InventoryCodec.decode(body);
        } catch (FormatException e) {
            throw new ReplicaException.Failed(dc, String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public Examination examine(String name) throws ReplicaException {
        String path = FragmentRoutes.PREFIX + new FragmentName(name) + FragmentRoutes.EXAMINATION;
        ServiceClient.Timeouts timeouts = client.timeouts();
        var answer = new ExaminationAnswer(dc, timeouts.stall(), client.stores());
        return client.exchange(
                dc,
                client.call(dc, "GET", endpoint.resolve(path)),
                timeouts.answer(),
                answer::read);
    }

    @Override
    public FragmentStore rebuilding(long epoch) {
        return new HttpFragmentStore(
                dc, endpoint, prefix, client, new Purpose(FragmentRoutes.REBUILD_HEADER, epoch));
    }

    @Override
    public FragmentStore replacing(long epoch) {
        return new HttpFragmentStore(
                dc, endpoint, prefix, client, new Purpose(FragmentRoutes.REPLACE_HEADER, epoch));
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
    static ReplicaException notReady(DcName dc, ServiceCall call, String detail) {
        IOException cause = new IOException("answered " + call.status());
        return hasState(call, FragmentRoutes.FORGOTTEN)
                ? new ReplicaException.NotReady(dc, detail, cause)
                : new ReplicaException.Failed(dc, detail, cause);
    }

    static boolean hasState(ServiceCall call, String state) {
        return state.equals(call.header(FragmentRoutes.STATE_HEADER));
    }

    private URI uri(FragmentId id, String query) {
        return endpoint.resolve(prefix + FragmentName.of(id) + query);
    }
}
