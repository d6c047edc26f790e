package io.giza.gateway.load;

import io.giza.gateway.admin.Regions;
import io.giza.replica.Topology.DataCenter;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The free room on the disks of a gateway's own data center, as its stores measure it.
 *
 * @param own the data center; empty after its removal from the topology
 */
public record OwnDisks(Regions regions, Supplier<Optional<DataCenter>> own) {
    private static final String METRIC = "/actuator/metrics/giza.store.bytes?tag=kind:";

    /** Returns the store, the free and the total bytes of each disk. */
    public List<Map<String, Object>> json() {
        Optional<DataCenter> stores = own.get();
        if (stores.isEmpty()) {
            return List.of();
        }
        Map<String, List<JsonNode>> found =
                regions.stores(stores.get(), List.of(METRIC + "free", METRIC + "total"));
        List<Map<String, Object>> disks = new ArrayList<>();
        found.forEach(
                (store, said) -> {
                    Map<String, Object> disk = new LinkedHashMap<>();
                    disk.put("store", store);
                    disk.put("free", bytes(said.getFirst()));
                    disk.put("total", bytes(said.getLast()));
                    disks.add(disk);
                });
        return disks;
    }

    private static long bytes(JsonNode metric) {
        return metric.path("measurements").path(0).path("value").asLong(0);
    }
}
