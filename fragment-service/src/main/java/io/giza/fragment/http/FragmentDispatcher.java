package io.giza.fragment.http;

import static org.apache.hc.core5.http.HttpStatus.SC_BAD_REQUEST;
import static org.apache.hc.core5.http.HttpStatus.SC_METHOD_NOT_ALLOWED;
import static org.apache.hc.core5.http.HttpStatus.SC_NOT_FOUND;
import static org.apache.hc.core5.http.HttpStatus.SC_SERVICE_UNAVAILABLE;

import io.giza.fragment.store.BusyStoreException;
import io.giza.http.server.Exchange;
import io.giza.http.server.RequestHandler;
import io.giza.record.FragmentName;
import io.giza.wire.FragmentRoutes;

import java.io.IOException;
import java.util.Optional;

/** Finds what serves a request by its path and method, and answers what is refused. */
public final class FragmentDispatcher implements RequestHandler {
    private final FragmentHandler fragments;
    private final InventoryHandler inventory;
    private final Optional<CopyHandler> copies;

    /**
     * Serves fragments by name, and what is known of all of them.
     *
     * @param copies serves copies of other data centers' fragments, where any are kept
     */
    public FragmentDispatcher(
            FragmentHandler fragments, InventoryHandler inventory, Optional<CopyHandler> copies) {
        this.fragments = fragments;
        this.inventory = inventory;
        this.copies = copies;
    }

    @Override
    public void handle(Exchange exchange) throws IOException {
        try {
            serve(exchange);
        } catch (RequestRefusedException refusal) {
            refusal.answer(exchange);
        } catch (BusyStoreException busy) {
            // What the fragments lie in is over its limits, so this service is too.
            exchange.with("Retry-After", Long.toString(busy.retryAfter().toSeconds()))
                    .answer(SC_SERVICE_UNAVAILABLE, String.valueOf(busy.getMessage()));
        }
    }

    private void serve(Exchange exchange) throws IOException {
        String path = exchange.path();
        String method = exchange.method();
        if (path.equals(FragmentRoutes.INVENTORY)) {
            require(method, "GET");
            inventory.list(exchange);
        } else if (path.equals(FragmentRoutes.ORDERS)) {
            require(method, "POST");
            fragments.order(exchange);
        } else if (path.endsWith(FragmentRoutes.EXAMINATION)) {
            require(method, "GET");
            int end = path.length() - FragmentRoutes.EXAMINATION.length();
            inventory.examine(name(path.substring(0, end)), exchange);
        } else if (path.startsWith(FragmentRoutes.COPIES)) {
            serveCopy(method, name(path, FragmentRoutes.COPIES), exchange);
        } else {
            serveFragment(method, name(path), exchange);
        }
    }

    private void serveFragment(String method, FragmentName name, Exchange exchange)
            throws IOException {
        switch (method) {
            case "PUT" -> fragments.put(name, exchange);
            case "GET" -> fragments.get(name, exchange);
            case "DELETE" -> fragments.delete(name, exchange);
            default -> throw notAllowed("GET, PUT and DELETE");
        }
    }

    private void serveCopy(String method, FragmentName name, Exchange exchange) throws IOException {
        if (copies.isEmpty()) {
            CopyHandler.answerAbsent(exchange);
            return;
        }
        switch (method) {
            case "PUT" -> copies.get().put(name, exchange);
            case "GET" -> copies.get().get(name, exchange);
            case "DELETE" -> copies.get().delete(name, exchange);
            default -> throw notAllowed("GET, PUT and DELETE");
        }
    }

    private static FragmentName name(String path) {
        return name(path, FragmentRoutes.PREFIX);
    }

    private static FragmentName name(String path, String prefix) {
        if (!path.startsWith(prefix)) {
            throw new RequestRefusedException(SC_NOT_FOUND, "fragments have no such path");
        }
        try {
            return new FragmentName(path.substring(prefix.length()));
        } catch (IllegalArgumentException e) {
            throw new RequestRefusedException(SC_BAD_REQUEST, String.valueOf(e.getMessage()));
        }
    }

    private static void require(String method, String expected) {
        if (!method.equals(expected)) {
            throw notAllowed(expected);
        }
    }

    private static RequestRefusedException notAllowed(String methods) {
        return new RequestRefusedException(
                SC_METHOD_NOT_ALLOWED, "this path is for " + methods + " alone");
    }
}
