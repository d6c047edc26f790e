package io.giza.http;

import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.wire.FragmentName;
import io.giza.wire.FragmentRoutes;

import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.InputStreamResponseListener;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.http.HttpMethod;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The fragments of one data center, tunnelled through its fragment-service. */
public final class HttpFragmentStore implements FragmentStore {
    private static final int OK = 200;
    private static final int NO_CONTENT = 204;
    private static final int NOT_FOUND = 404;

    private final DcName dc;
    private final URI endpoint;
    private final ServiceClient client;

    /**
     * Reaches a fragment-service.
     *
     * @param endpoint scheme, host and port
     */
    public HttpFragmentStore(DcName dc, URI endpoint, ServiceClient client) {
        this.dc = dc;
        this.endpoint = endpoint;
        this.client = client;
    }

    @Override
    public DcName dc() {
        return dc;
    }

    @Override
    public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
        Request request = client.request(HttpMethod.PUT, uri(id, ""));
        return HttpFragmentUpload.begin(dc, request, length, client.timeouts());
    }

    @Override
    public FragmentRead read(FragmentId id, long offset, long length) throws ReplicaException {
        if (offset < 0 || length < 1) {
            throw new IllegalArgumentException("no range: " + offset + ", " + length);
        }
        Request request =
                client.request(HttpMethod.GET, uri(id, "?offset=" + offset + "&length=" + length))
                        .idleTimeout(client.timeouts().idle().toMillis(), TimeUnit.MILLISECONDS);
        InputStreamResponseListener listener = new InputStreamResponseListener();
        request.send(listener);
        try {
            Response response =
                    listener.get(client.timeouts().answer().toMillis(), TimeUnit.MILLISECONDS);
            InputStream bytes = listener.getInputStream();
            if (response.getStatus() == OK) {
                return new FragmentRead.Found(bytes);
            }
            bytes.close();
            if (response.getStatus() == NOT_FOUND && says(response, FragmentRoutes.ABSENT)) {
                return new FragmentRead.Absent();
            }
            String detail = response.getStatus() + " on read";
            throw ServiceClient.statusFailure(dc, response.getStatus(), detail);
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
        Request request = client.request(HttpMethod.DELETE, uri(id, ""));
        ContentResponse response = client.exchange(dc, request, client.timeouts().answer());
        if (response.getStatus() != NO_CONTENT) {
            throw ServiceClient.statusFailure(dc, response);
        }
    }

    static boolean says(Response response, String state) {
        return state.equals(response.getHeaders().get(FragmentRoutes.STATE_HEADER));
    }

    private URI uri(FragmentId id, String query) {
        return endpoint.resolve(FragmentRoutes.PREFIX + FragmentName.of(id) + query);
    }
}
