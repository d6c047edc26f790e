package io.giza.recovery;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/** The recovery worker as a process of its own. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import(RecoveryWorkerConfiguration.class)
public class RecoveryWorkerApplication {
    /** Runs the worker until it is told to stop. */
    public static void main(String[] arguments) {
        SpringApplication.run(RecoveryWorkerApplication.class, arguments);
    }
}
