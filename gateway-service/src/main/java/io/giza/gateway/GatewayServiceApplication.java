package io.giza.gateway;

import io.giza.gateway.check.RegionCheck;
import io.giza.gateway.encryption.wiring.EncryptionConfiguration;
import io.giza.gateway.encryption.wiring.EncryptionProperties;
import io.giza.gateway.encryption.wiring.MasterKeyProperties;
import io.giza.gateway.memory.wiring.MemoryProperties;
import io.giza.gateway.memory.wiring.SpoolProperties;
import io.giza.service.ServiceProcess;
import io.giza.service.configuration.ConfigurationCheck;
import io.giza.service.webhook.NotificationProperties;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

import java.util.List;
import java.util.Map;

/** A gateway as a process of its own. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({
    GatewayConfiguration.class,
    BackendConfiguration.class,
    EncryptionConfiguration.class,
    ErasureConfiguration.class,
    AdminConfiguration.class
})
public class GatewayServiceApplication {
    private static final Map<String, Object> OWN =
            Map.of("server.max-http-request-header-size", "16KB");

    /** Returns what its Spring is told. */
    public static Map<String, Object> defaults() {
        return ServiceProcess.defaults("gateway-service", 9000, OWN);
    }

    /** Returns it with its defaults, for whoever starts it within another process. */
    public static SpringApplication application() {
        return ServiceProcess.application(GatewayServiceApplication.class, defaults());
    }

    /** Returns what checks its configuration. */
    public static ConfigurationCheck check() {
        return ServiceProcess.check(
                "gateway-service",
                List.of(
                        ConnectionProperties.class,
                        EncryptionProperties.class,
                        ErasureProperties.class,
                        ExperimentProperties.class,
                        LimitProperties.class,
                        MasterKeyProperties.class,
                        MemoryProperties.class,
                        SpoolProperties.class,
                        NotificationProperties.class,
                        RequestProperties.class,
                        WorkerProperties.class),
                GatewayConfigurationCheck::of);
    }

    /** Starts a gateway; or checks those of all regions, where the first argument says so. */
    public static void main(String[] args) {
        List<String> arguments = List.of(args);
        if (!arguments.isEmpty() && arguments.getFirst().equals(RegionCheck.COMMAND)) {
            List<String> rest = arguments.subList(1, arguments.size());
            System.exit(RegionCheck.run(rest, System.getenv(), System.out));
        }
        ServiceProcess.run(application(), check(), args);
    }
}
