package io.giza.gateway.s3;

import io.giza.concurrent.Trace;
import io.giza.gateway.s3.auth.Caller;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.exchange.RequestIds;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.s3.route.Operation;
import io.giza.http.server.Exchange;

import java.util.Map;
import java.util.Optional;

/** What is known of a request while it is served, more and more. Of one thread. */
final class ServedRequest {
    private final Exchange exchange;
    private final Reply reply;
    private final RequestIds ids;
    private final long started;
    private Operation operation = Operation.UNROUTED;
    private Optional<Resource> resource = Optional.empty();
    private Optional<Caller> caller = Optional.empty();
    private Optional<S3Error> error = Optional.empty();
    private Map<String, String> crossOrigin = Map.of();
    private Trace trace = new Trace();
    private boolean isAnswered;

    /**
     * Begins with what any request has.
     *
     * @param started when it was begun to be served, in nanoseconds of the steady clock
     */
    ServedRequest(Exchange exchange, Reply reply, RequestIds ids, long started) {
        this.exchange = exchange;
        this.reply = reply;
        this.ids = ids;
        this.started = started;
    }

    Exchange exchange() {
        return exchange;
    }

    Reply reply() {
        return reply;
    }

    RequestIds ids() {
        return ids;
    }

    long started() {
        return started;
    }

    /** Returns what it asks for; {@link Operation#UNROUTED} as long as that is not known. */
    Operation operation() {
        return operation;
    }

    /** Returns what it is about; empty if its path or its host names nothing. */
    Optional<Resource> resource() {
        return resource;
    }

    /** Returns who sent it; empty if that was not asked, or not proven. */
    Optional<Caller> caller() {
        return caller;
    }

    /** Returns the error that it was answered with. */
    Optional<S3Error> error() {
        return error;
    }

    /** Returns the headers of its answer, whatever that is, for pages of other origins. */
    Map<String, String> crossOrigin() {
        return crossOrigin;
    }

    Trace trace() {
        return trace;
    }

    /** Tells whether the answer was handed over to its last byte. */
    boolean isAnswered() {
        return isAnswered;
    }

    void asks(Operation asked, Resource about) {
        operation = asked;
        resource = Optional.of(about);
    }

    void identified(Caller sender) {
        caller = Optional.of(sender);
    }

    void failed(S3Error answered) {
        error = Optional.of(answered);
    }

    void allows(Map<String, String> headers) {
        crossOrigin = headers;
    }

    void tracedAs(Trace begun) {
        trace = begun;
    }

    void answered() {
        isAnswered = true;
    }
}
