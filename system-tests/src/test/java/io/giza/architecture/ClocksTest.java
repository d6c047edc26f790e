package io.giza.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Moment;
import io.giza.concurrent.Time;

import org.junit.jupiter.api.Test;

/**
 * What a reading of a clock is for, its type says: the steady clock stands while a machine is
 * suspended, so a bare number of it is nobody's but those who make the types.
 */
class ClocksTest {
    private static final JavaClasses ALL =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("io.giza");

    @Test
    void safetyNeverRestsOnTheSteadyClockAlone() {
        DescribedPredicate<JavaAccess<?>> reading =
                DescribedPredicate.describe(
                        "reads the steady clock as a number",
                        access ->
                                access.getTarget().getName().equals("nanos")
                                        && hasSteadyClock(access.getTargetOwner()));

        noClasses()
                .that()
                .resideOutsideOfPackages("io.giza.concurrent", "io.giza.testkit..")
                .should()
                .accessTargetWhere(reading)
                .as("safety never rests on the steady clock alone")
                .check(ALL);
    }

    private static boolean hasSteadyClock(JavaClass owner) {
        return owner.isAssignableTo(Time.class)
                || owner.isEquivalentTo(Moment.class)
                || owner.isEquivalentTo(Deadline.class);
    }
}
