package io.giza.standalone;

import static org.assertj.core.api.Assertions.assertThat;

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
        StandaloneOptions options = StandaloneOptions.in(home.resolve("${user.home}"));
        ServiceSettings settings =
                new ServiceSettings(
                        options,
                        new ServiceSettings.Secrets("token-${x}", "master", ODD),
                        new ServiceSettings.Origin("test", _ -> false),
                        () -> PortBlocks.claim(0, 3, Map.of()),
                        () -> LocalTopology.FOUNDING,
                        Emulators.start(options));

        assertThat(bound(settings, Service.GATEWAY, "giza.gateway.access-key"))
                .isEqualTo(ODD.accessKey());
        assertThat(bound(settings, Service.GATEWAY, "giza.gateway.secret-key"))
                .isEqualTo(ODD.secretKey());
        assertThat(bound(settings, Service.GC, "giza.cluster-token")).isEqualTo("token-${x}");
        assertThat(bound(settings, Service.METADATA, "giza.metadata.data-dir"))
                .isEqualTo(home.resolve("${user.home}/dc1/metadata").toString());
    }

    private static String bound(ServiceSettings settings, Service service, String key) {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new SimpleCommandLinePropertySource(settings.arguments(0, service)));
        return Binder.get(environment).bind(key, String.class).get();
    }
}
