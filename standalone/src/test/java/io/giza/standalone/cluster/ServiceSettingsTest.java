package io.giza.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.config.ByteSize;
import io.giza.standalone.config.Credentials;
import io.giza.standalone.config.LocalTopology;
import io.giza.standalone.config.PortBlocks;
import io.giza.standalone.config.Service;
import io.giza.standalone.config.StandaloneOptions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.core.env.StandardEnvironment;

import java.nio.file.Path;
import java.util.Map;

class ServiceSettingsTest {
    private static final Credentials ODD =
            new Credentials("key-${user.name}", "pw-${user.name}-\\${x}-#{1}-$\"'");

    @Test
    void aSecretAndAPathReachTheServiceAsTheyAre(@TempDir Path home) {
        ServiceSettings settings = settingsIn(home.resolve("${user.home}"));

        assertThat(bound(settings, Service.GATEWAY, "giza.gateway.access-key"))
                .isEqualTo(ODD.accessKey());
        assertThat(bound(settings, Service.GATEWAY, "giza.gateway.secret-key"))
                .isEqualTo(ODD.secretKey());
        assertThat(bound(settings, Service.GC, "giza.cluster-token")).isEqualTo("token-${x}");
        assertThat(bound(settings, Service.METADATA, "giza.metadata.data-dir"))
                .isEqualTo(home.resolve("${user.home}/dc1/metadata").toString());
    }

    @Test
    void allGatewaysTogetherHoldHalfOfTheHeapForTheirClients(@TempDir Path home) {
        String total = bound(settingsIn(home), Service.GATEWAY, "giza.memory.total");

        assertThat(ByteSize.valueOf(total).bytes() * 3)
                .isLessThanOrEqualTo(Runtime.getRuntime().maxMemory() / 2);
    }

    static ServiceSettings settingsIn(Path folder) {
        StandaloneOptions options = StandaloneOptions.in(folder);
        return new ServiceSettings(
                options,
                new ServiceSettings.Secrets("token-${x}", () -> "master", ODD),
                new ServiceSettings.ClusterIdentity("test", _ -> false),
                () -> PortBlocks.claim(0, 3, Map.of()),
                () -> LocalTopology.INITIAL,
                Emulators.start(options));
    }

    private static String bound(ServiceSettings settings, Service service, String key) {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new SimpleCommandLinePropertySource(settings.arguments(0, service)));
        return Binder.get(environment).bind(key, String.class).get();
    }
}
