package io.giza.gateway.object;

import io.giza.concurrent.Trace;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.VersionListing;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;

import java.io.IOException;

/**
 * Counts the cross-DC round trips that each operation takes until it is answered: {@code
 * giza.request.cross.dc.rounds{operation=put|get|head|delete|list|list-versions|tag}}. What goes on
 * in the background afterwards does not count.
 */
public final class MeasuredObjects implements ObjectService {
    private final ObjectService objects;
    private final MeterRegistry meters;

    /** Watches {@code objects}. */
    public MeasuredObjects(ObjectService objects, MeterRegistry meters) {
        this.objects = objects;
        this.meters = meters;
    }

    @Override
    public PutResult put(PutRequest request, ObjectBody body) throws IOException {
        return measured("put", () -> objects.put(request, body));
    }

    @Override
    public GetResult get(GetRequest request) {
        return measured(request.wantsBody() ? "get" : "head", () -> objects.get(request));
    }

    @Override
    public DeleteResult delete(DeleteRequest request) {
        return measured("delete", () -> objects.delete(request));
    }

    @Override
    public TagResult tag(TagRequest request) {
        return measured("tag", () -> objects.tag(request));
    }

    @Override
    public ListResult list(ListRequest request) {
        return measured("list", () -> objects.list(request));
    }

    @Override
    public VersionListing.Result listVersions(VersionListing.Request request) {
        return measured("list-versions", () -> objects.listVersions(request));
    }

    private <T, X extends Throwable> T measured(String operation, ScopedValue.CallableOp<T, X> call)
            throws X {
        Trace trace = new Trace();
        T result = trace.record(call);
        DistributionSummary.builder("giza.request.cross.dc.rounds")
                .tag("operation", operation)
                .register(meters)
                .record(trace.roundTrips());
        return result;
    }
}
