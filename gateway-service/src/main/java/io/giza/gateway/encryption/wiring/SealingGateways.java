package io.giza.gateway.encryption.wiring;

import io.giza.gateway.admin.RegionHandler;
import io.giza.gateway.admin.Regions;
import io.giza.gateway.admin.Regions.Said;
import io.giza.model.DcName;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Asks the gateways of all data centers which master key they seal with. While they differ, rows
 * may still get something that is sealed with the old key.
 */
public final class SealingGateways {
    private final DcName home;
    private final String own;
    private final Supplier<Map<DcName, Said>> others;

    /**
     * Asks for a gateway.
     *
     * @param home where the gateway is
     * @param own the fingerprint of its master key
     * @param dcs the data centers that there are now
     */
    public SealingGateways(DcName home, String own, Supplier<List<DcName>> dcs, Regions regions) {
        this(home, own, () -> regions.others(dcs.get(), ""));
    }

    SealingGateways(DcName home, String own, Supplier<Map<DcName, Said>> others) {
        this.home = home;
        this.own = own;
        this.others = others;
    }

    /** Returns the fingerprint of the master key of the gateway that asks. */
    String own() {
        return own;
    }

    /** Returns a sentence for each gateway that does not say that it seals with the same key. */
    List<String> objections() {
        return new TreeMap<>(others.get())
                .entrySet().stream()
                        .flatMap(each -> objection(each.getKey(), each.getValue()).stream())
                        .toList();
    }

    private Optional<String> objection(DcName dc, Said said) {
        JsonNode body = said.body();
        if (body == null) {
            return Optional.of("the gateway of " + dc + " cannot be asked: " + said.error());
        }
        String theirs = body.path(RegionHandler.MASTER_KEY).asString("");
        if (theirs.equals(own)) {
            return Optional.empty();
        }
        return Optional.of("the gateway of " + dc + difference(theirs, body));
    }

    private String difference(String theirs, JsonNode body) {
        return switch (theirs) {
            case "" ->
                    " runs %s, which does not say its master key: upgrade it."
                            .formatted(body.path("version").asString("another release"));
            case MasterKeyProperties.NONE -> " has no giza.master-key.";
            default ->
                    " encrypts with another master key (%s) than the gateway of %s (%s)."
                            .formatted(theirs, home, own);
        };
    }
}
