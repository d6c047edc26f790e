package io.giza.bench.wan.cluster;

import io.giza.standalone.config.Service;

import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The services of one data center in a JVM of its own, until its standard input ends. */
public final class DataCenterProcess {
    private DataCenterProcess() {}

    /**
     * A service to start.
     *
     * @param settings all of its properties
     */
    record Start(Service service, Map<String, String> settings) {
        String[] arguments() {
            return settings.entrySet().stream()
                    .map(entry -> "--" + entry.getKey() + "=" + entry.getValue())
                    .toArray(String[]::new);
        }
    }

    /** Runs what a file says: JSON, a list of {@link Start}. */
    public static void main(String[] arguments) throws IOException {
        List<Start> starts =
                JsonMapper.shared()
                        .readValue(Path.of(arguments[0]), new TypeReference<List<Start>>() {});
        for (Start start : starts) {
            start.service().application().run(start.arguments());
        }
        while (System.in.read() >= 0) {
            // Nothing is said to it; that its parent is there is all that counts.
            continue;
        }
        System.exit(0);
    }
}
