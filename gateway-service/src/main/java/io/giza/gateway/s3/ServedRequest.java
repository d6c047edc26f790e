package io.giza.gateway.s3;

import io.giza.concurrent.Ticks;
import io.giza.concurrent.Trace;
import io.giza.gateway.s3.auth.Caller;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Access;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.exchange.RequestIds;
import io.giza.gateway.s3.limit.RequestLimits;
import io.giza.gateway.s3.limit.RequestLimits.Admission;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.s3.route.Operation;
import io.giza.gateway.s3.sts.StsHandler;
import io.giza.http.server.Exchange;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is known of a request while it is served, more and more. Of one thread. */
final class ServedRequest {
    private static final Set<Operation> UPLOADS =
            Set.of(Operation.PUT_OBJECT, Operation.UPLOAD_PART, Operation.POST_OBJECT);

    private final Exchange exchange;
    private final Reply reply;
    private final RequestIds ids;
    private final Ticks started;
    private Operation operation = Operation.UNROUTED;
    private Optional<Resource> resource = Optional.empty();
    private Optional<Caller> caller = Optional.empty();
    private Optional<S3Error> error = Optional.empty();
    private Map<String, String> crossOrigin = Map.of();
    private Optional<Access> access = Optional.empty();
    private Trace trace = new Trace();
    private Admission admission = Admission.UNCOUNTED;
    private boolean isVisit;
    private boolean isLimited;
    private boolean isAnswered;

    /**
     * Begins with what any request has.
     *
     * @param started when it was begun to be served
     */
    ServedRequest(Exchange exchange, Reply reply, RequestIds ids, Ticks started) {
        this.exchange = exchange;
        this.reply = reply;
        this.ids = ids;
        this.started = started;
    }

    Exchange exchange() {
        return exchange;
    }

    /** Returns the client's address. */
    String address() {
        return exchange.remote().getHostAddress();
    }

    Reply reply() {
        return reply;
    }

    RequestIds ids() {
        return ids;
    }

    Ticks started() {
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

    /** Tells whether it comes from a visitor of a web site. */
    boolean isVisit() {
        return isVisit;
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

    void asks(Operation asked, Resource about, boolean ofVisitor) {
        operation = asked;
        resource = Optional.of(about);
        isVisit = ofVisitor;
    }

    /** Notes what it may do. */
    Access granted(Access may) {
        access = Optional.of(may);
        return may;
    }

    /** Tells whether nothing but an access control list let it in. */
    boolean usesList() {
        return access.filter(Access::usesList).isPresent();
    }

    /** Notes who sent it, and lets it in unless that exceeds one of their limits. */
    void identified(Caller sender, RequestLimits limits) {
        caller = Optional.of(sender);
        try {
            admission = limits.admit(sender, UPLOADS.contains(operation));
        } catch (S3Exception e) {
            isLimited = true;
            throw e;
        }
    }

    /** Returns what notes what becomes known of it while it is served. */
    StsHandler.Observer observer(RequestLimits limits) {
        return new StsHandler.Observer() {
            @Override
            public void asks(Operation action) {
                operation = action;
            }

            @Override
            public void identified(Caller sender) {
                ServedRequest.this.identified(sender, limits);
            }
        };
    }

    /** Tells whether a limit of its sender's refused it. */
    boolean isLimited() {
        return isLimited;
    }

    /** Returns what counts it. */
    Admission admission() {
        return admission;
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
