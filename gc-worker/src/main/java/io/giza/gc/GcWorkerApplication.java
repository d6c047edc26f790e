package io.giza.gc;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/** The garbage collection worker as a process of its own. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import(GcWorkerConfiguration.class)
public class GcWorkerApplication {
    /** Runs the worker until it is told to stop. */
    public static void main(String[] arguments) {
        SpringApplication.run(GcWorkerApplication.class, arguments);
    }
}
