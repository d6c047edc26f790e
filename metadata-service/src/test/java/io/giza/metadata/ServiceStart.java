package io.giza.metadata;

import org.springframework.context.ConfigurableApplicationContext;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Starts the service as dc1 of three, on a port of its own. */
final class ServiceStart {
    static final String TOKEN = "0123456789abcdef";

    private ServiceStart() {}

    static ConfigurableApplicationContext start(Path folder) {
        return start(folder, List.of());
    }

    /** Starts it with more arguments, which win. */
    static ConfigurableApplicationContext start(Path folder, List<String> more) {
        List<String> arguments = new ArrayList<>();
        arguments.add("--server.port=0");
        arguments.add("--giza.dc=dc1");
        arguments.add("--giza.cluster-token=" + TOKEN);
        arguments.add("--giza.metadata.data-dir=" + folder);
        arguments.add("--giza.metadata.rollback-guard=false");
        arguments.add("--giza.initialize=true");
        arguments.add("--giza.topology.epoch=1");
        for (int i = 0; i < 3; i++) {
            String dc = "--giza.topology.data-centers[" + i + "].";
            arguments.add(dc + "name=dc" + (i + 1));
            arguments.add(dc + "metadata=http://127.0.0.1:" + (9001 + 10 * i));
            arguments.add(dc + "fragments=http://127.0.0.1:" + (9002 + 10 * i));
        }
        arguments.add("--giza.accounts.default.metadata-dcs=dc1,dc2,dc3");
        arguments.add("--giza.accounts.default.data-dcs=dc1,dc2,dc3");
        arguments.add("--giza.accounts.default.coding=rs(2,1)");
        Set<String> named = more.stream().map(ServiceStart::name).collect(Collectors.toSet());
        arguments.removeIf(argument -> named.contains(name(argument)));
        arguments.addAll(more);
        return MetadataServiceApplication.application().run(arguments.toArray(String[]::new));
    }

    private static String name(String argument) {
        return argument.substring(0, argument.indexOf('=') + 1);
    }

    static URI endpointOf(ConfigurableApplicationContext service) {
        int port = service.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        return URI.create("http://127.0.0.1:" + port);
    }
}
