package io.giza.service;

import io.giza.http.server.Exchange;
import io.giza.http.server.RequestHandler;
import io.giza.replica.ReplicaException;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Paths that operators and their commands ask, answered with JSON. */
public final class JsonRoutes implements RequestHandler {
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int UNAVAILABLE = 503;

    private final Map<String, Answer> answers = new HashMap<>();

    /** What answers a request. */
    @FunctionalInterface
    public interface Answer {
        /**
         * Returns what becomes JSON.
         *
         * @throws ReplicaException if a data center that is needed for it does not answer
         */
        Object get() throws ReplicaException;
    }

    /** Answers GET of a path. */
    public JsonRoutes get(String path, Answer answer) {
        answers.put("GET " + path, answer);
        return this;
    }

    /** Answers POST to a path, whose body says nothing. */
    public JsonRoutes post(String path, Answer answer) {
        answers.put("POST " + path, answer);
        return this;
    }

    @Override
    public void handle(Exchange exchange) throws IOException {
        Answer answer = answers.get(exchange.method() + " " + exchange.path());
        if (answer == null) {
            exchange.answer(NOT_FOUND, "this service has no such path, or not by this method");
            return;
        }
        byte[] json;
        try {
            json = JsonMapper.shared().writeValueAsBytes(answer.get());
        } catch (ReplicaException e) {
            exchange.answer(UNAVAILABLE, String.valueOf(e.getMessage()));
            return;
        }
        exchange.answer(OK, "application/json", json);
    }
}
