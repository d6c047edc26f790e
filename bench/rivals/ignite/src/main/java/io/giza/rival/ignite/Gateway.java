package io.giza.rival.ignite;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/** Puts and gets of one data center over HTTP, for the client that uses Giza's gateways too. */
final class Gateway {
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int FAILED = 500;

    private final TransactionStore store;

    private Gateway(TransactionStore store) {
        this.store = store;
    }

    static void start(int port, TransactionStore store) throws IOException {
        HttpServer server =
                HttpServer.create(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", new Gateway(store)::serve);
        server.start();
    }

    private void serve(HttpExchange exchange) throws IOException {
        String key = exchange.getRequestURI().getPath();
        try (exchange) {
            byte[] asked = exchange.getRequestBody().readAllBytes();
            try {
                if (key.equals("/")) {
                    exchange.sendResponseHeaders(store.isReady() ? OK : NOT_FOUND, -1);
                } else if (exchange.getRequestMethod().equals("PUT")) {
                    store.put(key, asked);
                    exchange.sendResponseHeaders(OK, -1);
                } else {
                    answer(exchange, store.get(key));
                }
            } catch (RuntimeException e) {
                System.err.println(key + ": " + e);
                exchange.sendResponseHeaders(FAILED, -1);
            }
        }
    }

    private static void answer(HttpExchange exchange, byte[] body) throws IOException {
        if (body == null) {
            exchange.sendResponseHeaders(NOT_FOUND, -1);
            return;
        }
        exchange.sendResponseHeaders(OK, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }
}
