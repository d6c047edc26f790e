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
 * The steady clock stands while a machine is suspended. So the type of a reading says what the
 * reading is for, and only these types see its number.
 */
class ClocksTest {
    private static final JavaClasses ALL =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("io.giza");

    @Test
    void readingsOfTheSteadyClockAreTicksOrDeadlines() {
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
                .as("readings of the steady clock are Ticks, for speed, or Deadlines, for waiting")
                .check(ALL);
    }

    private static boolean hasSteadyClock(JavaClass owner) {
        return owner.isAssignableTo(Time.class)
                || owner.isEquivalentTo(Moment.class)
                || owner.isEquivalentTo(Deadline.class);
    }
}
