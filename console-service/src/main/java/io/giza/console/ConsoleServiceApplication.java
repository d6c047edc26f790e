package io.giza.console;

import io.giza.service.ServiceProcess;
import io.giza.service.configuration.ConfigurationCheck;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

import java.util.List;
import java.util.Map;

/** A console as a process of its own. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({ConsoleConfiguration.class, PageConfiguration.class})
public class ConsoleServiceApplication {
    /** It alone has pages, so it alone has a servlet container. */
    private static final Map<String, Object> OWN =
            Map.ofEntries(
                    Map.entry("spring.main.web-application-type", "servlet"),
                    Map.entry(ServiceProcess.EXCLUSIONS, ""),
                    Map.entry("spring.mvc.problemdetails.enabled", "false"),
                    Map.entry("spring.web.resources.add-mappings", "false"),
                    Map.entry("spring.servlet.multipart.enabled", "false"),
                    Map.entry("server.error.whitelabel.enabled", "false"),
                    Map.entry("server.tomcat.max-http-form-post-size", "1MB"),
                    Map.entry("server.tomcat.max-parameter-count", "4000"),
                    Map.entry("server.max-http-request-header-size", "16KB"),
                    Map.entry("server.servlet.session.tracking-modes", "cookie"),
                    Map.entry(
                            "management.endpoints.web.exposure.include",
                            "health,info,metrics,prometheus"),
                    Map.entry("management.info.defaults.enabled", "false"),
                    // As with the other services: kubelets and Prometheus ask there.
                    Map.entry("management.server.ssl.enabled", "false"),
                    Map.entry("management.endpoint.health.probes.enabled", "true"));

    /** Returns what its Spring is told. */
    public static Map<String, Object> defaults() {
        return ServiceProcess.defaults("console-service", 9005, OWN);
    }

    /** Returns it with its defaults, for whoever starts it within another process. */
    public static SpringApplication application() {
        return ServiceProcess.application(ConsoleServiceApplication.class, defaults());
    }

    /** Returns what checks its configuration. */
    public static ConfigurationCheck check() {
        return ConfigurationCheck.ofClient("console-service", List.of(ConsoleProperties.class));
    }

    /** Starts a console, or only checks what it is told. */
    public static void main(String[] args) {
        ServiceProcess.run(application(), check(), args);
    }
}
