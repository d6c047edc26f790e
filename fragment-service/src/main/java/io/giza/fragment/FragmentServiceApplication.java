package io.giza.fragment;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Import;

/** The fragment service as a process of its own. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import(FragmentServiceConfiguration.class)
public class FragmentServiceApplication {
    /** Runs the service until it is told to stop. */
    public static void main(String[] arguments) {
        SpringApplication application = new SpringApplication(FragmentServiceApplication.class);
        application.addListeners(new EndWhenBroken());
        application.run(arguments);
    }

    /** Ends the process when its store must not serve, and says so by its exit code. */
    private static final class EndWhenBroken
            implements ApplicationListener<AvailabilityChangeEvent<LivenessState>> {
        @Override
        public void onApplicationEvent(AvailabilityChangeEvent<LivenessState> event) {
            if (event.getState() == LivenessState.BROKEN) {
                System.exit(1);
            }
        }
    }
}
