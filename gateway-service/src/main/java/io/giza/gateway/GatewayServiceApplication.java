package io.giza.gateway;

import io.giza.service.ServiceProcess;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcObservationAutoConfiguration;
import org.springframework.context.annotation.Import;

import java.util.Map;

/** A gateway as a process of its own. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({
    GatewayConfiguration.class,
    BackendConfiguration.class,
    ErasureConfiguration.class,
    AdminConfiguration.class
})
public class GatewayServiceApplication {
    private static final Map<String, Object> OWN =
            Map.ofEntries(
                    Map.entry("spring.main.web-application-type", "servlet"),
                    // What every request would pass and none needs: requests have metrics of our
                    // own, and no body is a form.
                    Map.entry(
                            "spring.autoconfigure.exclude",
                            WebMvcObservationAutoConfiguration.class.getName()),
                    Map.entry("spring.mvc.formcontent.filter.enabled", "false"),
                    Map.entry("spring.servlet.encoding.enabled", "false"),
                    Map.entry("spring.servlet.multipart.enabled", "false"),
                    // Tomcat would end each connection after a hundred requests.
                    Map.entry("server.tomcat.max-keep-alive-requests", "-1"),
                    Map.entry("server.max-http-request-header-size", "16KB"),
                    Map.entry("server.tomcat.connection-timeout", "30s"),
                    // Every path but those below /_giza is S3's.
                    Map.entry("spring.mvc.servlet.path", "/_giza"),
                    Map.entry("management.endpoints.web.base-path", "/"),
                    Map.entry("management.endpoints.web.discovery.enabled", "false"));

    /** Returns what its Spring is told. */
    public static Map<String, Object> defaults() {
        return ServiceProcess.defaults("gateway-service", 9000, OWN);
    }

    /** Returns it with its defaults, for whoever starts it within another process. */
    public static SpringApplication application() {
        return ServiceProcess.application(GatewayServiceApplication.class, defaults());
    }

    /** Starts a gateway. */
    public static void main(String[] args) {
        ServiceProcess.run(application(), args);
    }
}
