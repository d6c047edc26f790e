package io.giza.gc;

import io.giza.service.ServiceProcess;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

import java.util.Map;

/** The garbage collection worker as a process of its own. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(GcWorkerConfiguration.class)
public class GcWorkerApplication {
    /** Returns it with its defaults, for whoever starts it within another process. */
    public static SpringApplication application() {
        return ServiceProcess.application(
                GcWorkerApplication.class, ServiceProcess.defaults("gc-worker", 9003, Map.of()));
    }

    /** Runs the worker until it is told to stop. */
    public static void main(String[] arguments) {
        ServiceProcess.run(application(), arguments);
    }
}
