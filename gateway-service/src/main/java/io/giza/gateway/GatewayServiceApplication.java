package io.giza.gateway;

import io.giza.config.LogLines;
import io.giza.config.VectorRelaunch;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

import java.util.Map;

/** A gateway as a process of its own. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({
    GatewayConfiguration.class,
    StoryConfiguration.class,
    ErasureConfiguration.class,
    AdminConfiguration.class
})
public class GatewayServiceApplication {
    /**
     * What every gateway's Spring is told. It is code and not an application.yaml because several
     * services may share one class path, where only one file of that name is found.
     */
    private static final Map<String, Object> DEFAULTS =
            Map.ofEntries(
                    Map.entry("spring.application.name", "gateway-service"),
                    Map.entry("spring.threads.virtual.enabled", "true"),
                    Map.entry("spring.main.banner-mode", "off"),
                    Map.entry("logging.pattern.console", LogLines.PATTERN),
                    Map.entry("server.address", "127.0.0.1"),
                    Map.entry("server.port", "9000"),
                    Map.entry("server.shutdown", "graceful"),
                    Map.entry("server.max-http-request-header-size", "16KB"),
                    Map.entry("server.tomcat.connection-timeout", "30s"),
                    // Every path but those below /_giza is S3's.
                    Map.entry("spring.mvc.servlet.path", "/_giza"),
                    Map.entry("management.endpoints.web.base-path", "/"),
                    Map.entry("management.endpoints.web.discovery.enabled", "false"),
                    Map.entry(
                            "management.endpoints.web.exposure.include",
                            "health,metrics,prometheus"),
                    // These filters read bodies or change headers, and bodies are S3's too.
                    Map.entry("spring.mvc.formcontent.filter.enabled", "false"),
                    Map.entry("spring.servlet.encoding.enabled", "false"),
                    Map.entry("spring.servlet.multipart.enabled", "false"),
                    // What the SDK reports is reported again where it is handled.
                    Map.entry("logging.level.com.azure", "off"),
                    Map.entry("logging.level.com.microsoft.aad", "off"),
                    Map.entry("logging.level.reactor", "off"),
                    // S3 requests have a metric of their own.
                    Map.entry("management.observations.enable.http.server.requests", "false"));

    /**
     * Returns the defaults of a gateway's Spring, for whoever starts one within another process.
     */
    public static Map<String, Object> defaults() {
        return DEFAULTS;
    }

    /** Starts a gateway. */
    public static void main(String[] args) {
        VectorRelaunch.withVectors();
        SpringApplication application = new SpringApplication(GatewayServiceApplication.class);
        application.setDefaultProperties(DEFAULTS);
        application.run(args);
    }
}
