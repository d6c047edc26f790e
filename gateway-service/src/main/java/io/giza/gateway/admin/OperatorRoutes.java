package io.giza.gateway.admin;

import io.giza.http.ClusterToken;
import io.giza.http.server.Exchange;
import io.giza.http.server.RequestHandler;
import io.giza.http.server.TokenGate;
import io.giza.service.ManagementHandler;

import java.io.IOException;

/**
 * What operators ask a gateway, below a prefix that is no legal name of a bucket. All but health is
 * for those who have the cluster's token.
 */
public final class OperatorRoutes implements RequestHandler {
    /** What all of it is below; no slash at its end. */
    public static final String PREFIX = "/_giza";

    private final TokenGate gate;
    private final ManagementHandler management;
    private final KeyHandler keys;
    private final InspectionHandler inspections;

    /** Serves operators. */
    public OperatorRoutes(
            ClusterToken token,
            ManagementHandler management,
            KeyHandler keys,
            InspectionHandler inspections) {
        this.gate = new TokenGate(token, management.openPaths(), this::route);
        this.management = management;
        this.keys = keys;
        this.inspections = inspections;
    }

    /** Tells whether a path is for operators, and not for S3. */
    public static boolean has(String path) {
        return path.startsWith(PREFIX)
                && (path.length() == PREFIX.length() || path.charAt(PREFIX.length()) == '/');
    }

    @Override
    public void handle(Exchange exchange) throws IOException {
        gate.handle(exchange);
    }

    private void route(Exchange exchange) throws IOException {
        String path = exchange.path().substring(PREFIX.length());
        if (path.equals(InspectionHandler.PATH)) {
            inspections.handle(exchange);
        } else if (path.equals(KeyHandler.PATH) || path.startsWith(KeyHandler.PATH + "/")) {
            keys.handle(path.substring(KeyHandler.PATH.length()), exchange);
        } else {
            management.handle(exchange);
        }
    }
}
