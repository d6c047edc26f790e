package io.giza.simulation.topology;

import io.giza.gateway.service.ForwardingUploads;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.model.UploadId;

/**
 * A client that has some of its uploads completed and aborted by other gateways than its own. It
 * does not wait for them to the end, and may ask again meanwhile.
 */
final class RoamingUploads extends ForwardingUploads {
    private static final Failure GAVE_UP = new Failure.OutcomeUnknown("the client gave up");

    private final Roaming roaming;

    RoamingUploads(Roaming roaming) {
        super(roaming.own().uploads());
        this.roaming = roaming;
    }

    @Override
    public CompleteResult complete(CompleteRequest request) {
        return roaming.other()
                .map(
                        other ->
                                roaming.askImpatiently(
                                                other, each -> each.uploads().complete(request))
                                        .orElseGet(() -> new CompleteResult.Failed(GAVE_UP)))
                .orElseGet(() -> super.complete(request));
    }

    @Override
    public AbortResult abort(Target target, UploadId upload) {
        return roaming.other()
                .map(
                        other ->
                                roaming.askImpatiently(
                                                other, each -> each.uploads().abort(target, upload))
                                        .orElseGet(() -> new AbortResult.Failed(GAVE_UP)))
                .orElseGet(() -> super.abort(target, upload));
    }
}
