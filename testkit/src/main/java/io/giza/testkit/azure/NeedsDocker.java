package io.giza.testkit.azure;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.images.RemoteDockerImage;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a test class that starts an {@link AzuriteContainer}: where no Docker engine answers, or the
 * image cannot be had, the class is skipped, which the report counts and gives the reason of.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(NeedsDocker.Condition.class)
public @interface NeedsDocker {
    /** Looks for the engine and the image before anything of the class is run. */
    final class Condition implements ExecutionCondition {
        private static final String HELP = "; dev/docker-azurite.sh makes both where neither is";

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (!DockerClientFactory.instance().isDockerAvailable()) {
                return skipped("skipped: no Docker engine answers" + HELP);
            }
            try {
                String name = new RemoteDockerImage(AzuriteContainer.IMAGE).get();
                return ConditionEvaluationResult.enabled("there is " + name);
            } catch (RuntimeException e) {
                return skipped("skipped: the image cannot be had: " + e.getMessage() + HELP);
            }
        }

        /** Says it on the console too, since not every report shows why something was skipped. */
        private static ConditionEvaluationResult skipped(String reason) {
            System.out.println(reason);
            return ConditionEvaluationResult.disabled(reason);
        }
    }
}
