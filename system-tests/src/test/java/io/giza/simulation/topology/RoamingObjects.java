package io.giza.simulation.topology;

import io.giza.gateway.service.ForwardingObjects;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.PutRequest;
import io.giza.simulation.cluster.TextBody;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Function;

/**
 * A client that sends some attempts to other gateways than its own. It does not wait for a first
 * attempt there, which then goes on while the client retries. It waits for a retry to its end:
 * nothing is promised of two retries at once.
 */
final class RoamingObjects extends ForwardingObjects {
    private final Roaming roaming;

    RoamingObjects(Roaming roaming) {
        super(roaming.own().objects());
        this.roaming = roaming;
    }

    @Override
    public PutResult put(PutRequest request, ObjectBody body) throws IOException {
        Optional<EpochGateway> other = roaming.other();
        if (other.isEmpty()) {
            return super.put(request, body);
        }
        ObjectBody sent =
                request.target().operation().isRetry()
                        ? body
                        : roaming.slow((TextBody) body, other.get());
        return ask(other.get(), request.target(), objects -> put(objects, request, sent))
                .orElseGet(() -> new Failure.OutcomeUnknown("the client gave up"));
    }

    @Override
    public DeleteResult delete(DeleteRequest request) {
        Optional<EpochGateway> other = roaming.other();
        return other.isEmpty()
                ? super.delete(request)
                : ask(other.get(), request.target(), objects -> objects.delete(request))
                        .orElseGet(() -> new Failure.OutcomeUnknown("the client gave up"));
    }

    private static PutResult put(ObjectService objects, PutRequest request, ObjectBody body) {
        try {
            return objects.put(request, body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private <T> Optional<T> ask(
            EpochGateway other, Target target, Function<ObjectService, T> request) {
        return target.operation().isRetry()
                ? roaming.ask(other, gateway -> request.apply(gateway.objects()))
                : roaming.askImpatiently(other, gateway -> request.apply(gateway.objects()));
    }
}
