package io.giza.simulation.cluster;

import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.UploadService;

/** What a gateway does for clients of objects and uploads. */
public interface GatewayServices {
    ObjectService objects();

    UploadService uploads();
}
