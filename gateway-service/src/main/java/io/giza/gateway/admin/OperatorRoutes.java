package io.giza.gateway.admin;

import io.giza.http.ClusterToken;
import io.giza.http.server.Exchange;
import io.giza.http.server.RequestHandler;
import io.giza.http.server.TokenGate;
import io.giza.service.ManagementHandler;

import java.io.IOException;

/**
 * What is asked of a gateway beside S3, below a prefix that is no legal name of a bucket: by
 * operators, with an access key, and by who watches it and by other gateways, with the cluster's
 * token. Health is for everybody.
 */
public final class OperatorRoutes implements RequestHandler {
    /** What all of it is below; no slash at its end. */
    public static final String PREFIX = "/_giza";

    private static final String ADMIN = PREFIX + AdminApi.PATH + "/";

    private final AdminApi api;
    private final TokenGate gate;
    private final ManagementHandler management;
    private final RegionHandler region;

    /** Serves them. */
    public OperatorRoutes(
            ClusterToken token, AdminApi api, ManagementHandler management, RegionHandler region) {
        this.api = api;
        this.gate = new TokenGate(token, management.openPaths(), this::route);
        this.management = management;
        this.region = region;
    }

    /** Tells whether a path is for operators, and not for S3. */
    public static boolean has(String path) {
        return path.startsWith(PREFIX)
                && (path.length() == PREFIX.length() || path.charAt(PREFIX.length()) == '/');
    }

    @Override
    public void handle(Exchange exchange) throws IOException {
        if (exchange.path().startsWith(ADMIN)) {
            api.handle(exchange.path().substring(ADMIN.length() - 1), exchange);
        } else {
            gate.handle(exchange);
        }
    }

    private void route(Exchange exchange) throws IOException {
        String path = exchange.path().substring(PREFIX.length());
        if (RegionHandler.has(path)) {
            region.handle(path, exchange);
        } else {
            management.handle(exchange);
        }
    }
}
