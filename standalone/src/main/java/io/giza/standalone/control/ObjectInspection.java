package io.giza.standalone.control;

import io.giza.gateway.admin.InspectionHandler;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;

/**
 * Asks a gateway how an object is kept.
 *
 * @param gateway the gateway
 */
public record ObjectInspection(AdminClient gateway) {
    /**
     * Finds the cluster.
     *
     * @throws RefusedException if none runs on the folder, or none of its gateways does
     */
    public static ObjectInspection of(Path folder) {
        return new ObjectInspection(AdminClient.of(folder));
    }

    /**
     * Returns what the gateway says, as JSON.
     *
     * @param version the version, or null for the newest
     * @throws RefusedException with what it says is wrong
     */
    public String asJson(String bucket, String key, @Nullable String version) {
        return gateway.send(
                "GET",
                InspectionHandler.PATH
                        + "?bucket="
                        + AdminClient.urlEncoded(bucket)
                        + "&key="
                        + AdminClient.urlEncoded(key)
                        + (version == null
                                ? ""
                                : "&version-id=" + AdminClient.urlEncoded(version)));
    }
}
