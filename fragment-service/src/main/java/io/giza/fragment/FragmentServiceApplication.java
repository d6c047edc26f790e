package io.giza.fragment;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/** The fragment service as a process of its own. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import(FragmentServiceConfiguration.class)
public class FragmentServiceApplication {
    /** Runs the service until it is told to stop. */
    public static void main(String[] arguments) {
        SpringApplication.run(FragmentServiceApplication.class, arguments);
    }
}
