package io.giza.testkit.azure;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.TestAbortedException;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a test class that starts an {@link AzuriteServer}: where that cannot be installed, the class
 * is skipped, which the report counts and gives the reason of.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(NeedsAzurite.Condition.class)
public @interface NeedsAzurite {
    /** Looks for the emulator before anything of the class is run. */
    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            try {
                AzuriteServer.requireInstalled();
                return ConditionEvaluationResult.enabled("Azurite is installed");
            } catch (TestAbortedException e) {
                return ConditionEvaluationResult.disabled(e.getMessage());
            }
        }
    }
}
