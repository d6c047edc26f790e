package io.giza.fragment.http;

import static jakarta.servlet.http.HttpServletResponse.SC_BAD_REQUEST;
import static jakarta.servlet.http.HttpServletResponse.SC_METHOD_NOT_ALLOWED;
import static jakarta.servlet.http.HttpServletResponse.SC_NOT_FOUND;
import static jakarta.servlet.http.HttpServletResponse.SC_SERVICE_UNAVAILABLE;

import io.giza.fragment.store.BusyStoreException;
import io.giza.http.TextAnswer;
import io.giza.record.FragmentName;
import io.giza.wire.FragmentRoutes;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import java.io.IOException;

/**
 * Finds what serves a request by its path and method, and answers what is refused. It is a servlet
 * and no controller of Spring's: dispatching a small fragment cost as much as storing it.
 */
public final class FragmentServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient FragmentHandler fragments;
    private final transient InventoryHandler inventory;

    /** Serves fragments by name, and what is known of all of them. */
    public FragmentServlet(FragmentHandler fragments, InventoryHandler inventory) {
        this.fragments = fragments;
        this.inventory = inventory;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        try {
            serve(request, response);
        } catch (RequestRefusedException refusal) {
            refusal.answer(response);
        } catch (BusyStoreException busy) {
            // What the fragments lie in is over its limits, so this service is too.
            response.setHeader("Retry-After", Long.toString(busy.retryAfter().toSeconds()));
            TextAnswer.send(response, SC_SERVICE_UNAVAILABLE, String.valueOf(busy.getMessage()));
        }
    }

    private void serve(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String path = request.getRequestURI();
        String method = request.getMethod();
        if (path.equals(FragmentRoutes.INVENTORY)) {
            require(method, "GET");
            inventory.list(request, response);
        } else if (path.equals(FragmentRoutes.ORDERS)) {
            require(method, "POST");
            fragments.order(request, response);
        } else if (path.endsWith(FragmentRoutes.EXAMINATION)) {
            require(method, "GET");
            int end = path.length() - FragmentRoutes.EXAMINATION.length();
            inventory.examine(name(path.substring(0, end)), response);
        } else {
            serveFragment(method, name(path), request, response);
        }
    }

    private void serveFragment(
            String method,
            FragmentName name,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        switch (method) {
            case "PUT" -> fragments.put(name, request, response);
            case "GET" -> fragments.get(name, request, response);
            case "DELETE" -> fragments.delete(name, response);
            default -> throw notAllowed("GET, PUT and DELETE");
        }
    }

    private static FragmentName name(String path) {
        if (!path.startsWith(FragmentRoutes.PREFIX)) {
            throw new RequestRefusedException(SC_NOT_FOUND, "fragments have no such path");
        }
        try {
            return new FragmentName(path.substring(FragmentRoutes.PREFIX.length()));
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
