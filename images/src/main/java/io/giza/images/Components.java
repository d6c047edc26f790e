package io.giza.images;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Lists all that an image consists of, in CycloneDX: what Maven lists of the service, the JVM, and
 * what is below it.
 */
final class Components {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final List<ObjectNode> below = new ArrayList<>();

    private Components() {
        below.add(runtime());
    }

    /** Lists images that begin with Debian's packages. */
    static Components on(BaseLock lock) {
        var components = new Components();
        lock.packages().forEach(one -> components.below.add(debian(one)));
        return components;
    }

    /**
     * Lists images that begin with another image.
     *
     * @param base its name and its digest
     */
    static Components on(String base) {
        var components = new Components();
        int at = base.indexOf('@');
        ObjectNode image = component("container", base.substring(0, at), base.substring(at + 1));
        image.put("bom-ref", base);
        components.below.add(image);
        return components;
    }

    /**
     * Writes the list of a service's image.
     *
     * @param maven what Maven lists of the service
     */
    void write(Path maven, Path file) throws IOException {
        if (Files.notExists(maven)) {
            throw new ImageException(maven + " is not built: run './giza image build'.");
        }
        ObjectNode list = (ObjectNode) JSON.readTree(maven.toFile());
        String service = list.path("metadata").path("component").path("bom-ref").asText();
        list.withArrayProperty("components").addAll(below);
        ArrayNode dependencies = list.withArrayProperty("dependencies");
        for (ObjectNode each : below) {
            dependencies.addObject().put("ref", each.path("bom-ref").asText());
            root(dependencies, service).add(each.path("bom-ref").asText());
        }
        String text = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(list);
        Files.writeString(file, text.replace("\r\n", "\n") + "\n");
    }

    private static ArrayNode root(ArrayNode dependencies, String service) {
        for (JsonNode each : dependencies) {
            if (each.path("ref").asText().equals(service)) {
                return ((ObjectNode) each).withArrayProperty("dependsOn");
            }
        }
        return dependencies.addObject().put("ref", service).withArrayProperty("dependsOn");
    }

    private static ObjectNode runtime() {
        String version = Runtime.version().toString();
        ObjectNode runtime = component("platform", "openjdk", version);
        runtime.put("bom-ref", "openjdk@" + version);
        runtime.put("publisher", System.getProperty("java.vendor"));
        runtime.withArrayProperty("licenses")
                .addObject()
                .put("expression", "GPL-2.0-only WITH Classpath-exception-2.0");
        return runtime;
    }

    private static ObjectNode debian(BaseLock.Package one) {
        String url =
                "pkg:deb/debian/%s@%s?arch=%s"
                        .formatted(encoded(one.name()), encoded(one.version()), one.architecture());
        ObjectNode found = component("library", one.name(), one.version());
        found.put("bom-ref", url);
        found.withArrayProperty("hashes")
                .addObject()
                .put("alg", "SHA-256")
                .put("content", one.sha256());
        found.put("purl", url);
        return found;
    }

    private static ObjectNode component(String type, String name, String version) {
        return NODES.objectNode().put("type", type).put("name", name).put("version", version);
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }
}
