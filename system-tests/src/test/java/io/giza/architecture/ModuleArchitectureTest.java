package io.giza.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Who may import whom among the modules, seen from where all of them are on the class path. */
class ModuleArchitectureTest {
    private static final JavaClasses ALL =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("io.giza");

    private static final List<String> SERVICES =
            List.of("gateway", "metadata", "fragment", "gc", "recovery");

    private static final List<String> COMMON =
            List.of(
                    "acl",
                    "lock",
                    "encryption",
                    "model",
                    "paxos",
                    "erasure",
                    "lifecycle",
                    "record",
                    "usage",
                    "notification",
                    "membership",
                    "concurrent",
                    "metrics",
                    "replica",
                    "commit",
                    "hint",
                    "stripe",
                    "version",
                    "worker",
                    "topology",
                    "level",
                    "wire",
                    "http",
                    "disk",
                    "config",
                    "cluster",
                    "signature");

    /** The services whose stores may lie in Azure. */
    private static final Set<String> ON_AZURE = Set.of("gateway", "metadata", "fragment");

    @Test
    void everyModuleIsLookedAt() {
        Set<String> trees = new TreeSet<>();
        ALL.forEach(each -> trees.add(each.getPackageName().split("\\.", -1)[2]));

        assertThat(trees).containsAll(SERVICES).containsAll(COMMON);
        assertThat(trees)
                .contains("azure", "azurite", "service", "console", "standalone", "testkit");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gateway", "metadata", "fragment", "gc", "recovery"})
    void aServiceKnowsWhatServicesShareAloneAndAzureIfItsStoresMayLieThere(String service) {
        List<String> allowed = new ArrayList<>(COMMON);
        allowed.add("service");
        allowed.add(service);
        if (ON_AZURE.contains(service)) {
            allowed.add("azure");
        }

        noClasses()
                .that()
                .resideInAPackage("io.giza." + service + "..")
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage("io.giza..")
                                .and(not(resideInAnyPackage(trees(allowed)))))
                .check(ALL);
    }

    /** What operators have on their own machines knows a cluster by its API alone. */
    @Test
    void theCommandsKnowHowToSignAndNothingElse() {
        noClasses()
                .that()
                .resideInAPackage("io.giza.cli..")
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage("io.giza..")
                                .and(not(resideInAnyPackage(trees(List.of("cli", "signature"))))))
                .check(ALL);
    }

    /** It is a client of gateways, so nothing within a cluster is its business. */
    @Test
    void theConsoleKnowsHowToSignAndWhatServicesShareAndNothingElse() {
        noClasses()
                .that()
                .resideInAPackage("io.giza.console..")
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage("io.giza..")
                                .and(
                                        not(
                                                resideInAnyPackage(
                                                        trees(
                                                                List.of(
                                                                        "console",
                                                                        "service",
                                                                        "signature"))))))
                .check(ALL);
    }

    @Test
    void whatServicesShareKnowsCommonAlone() {
        List<String> allowed = new ArrayList<>(COMMON);
        allowed.add("service");

        noClasses()
                .that()
                .resideInAPackage("io.giza.service..")
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage("io.giza..")
                                .and(not(resideInAnyPackage(trees(allowed)))))
                .check(ALL);
    }

    @Test
    void azureKnowsCommonAloneAndNoSpring() {
        List<String> allowed = new ArrayList<>(COMMON);
        allowed.add("azure");

        noClasses()
                .that()
                .resideInAPackage("io.giza.azure..")
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage("org.springframework..", "io.netty..")
                                .or(
                                        resideInAnyPackage("io.giza..")
                                                .and(not(resideInAnyPackage(trees(allowed))))))
                .check(ALL);
    }

    /** Blobs are asked for through the module alone; entities also by the table of rows. */
    @Test
    void theSdkOfAzureIsNamedByItsModuleAndByTheTableOfRows() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "io.giza.azure..", "io.giza.metadata.table..", "io.giza.testkit..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.azure..", "reactor..", "com.microsoft..")
                .check(ALL);
        noClasses()
                .that()
                .resideInAPackage("io.giza.metadata..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.azure.storage..", "com.azure.identity..", "reactor..")
                .check(ALL);
    }

    @Test
    void commonKnowsNobodyAndNoSpring() {
        noClasses()
                .that()
                .resideInAnyPackage(trees(COMMON))
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage("org.springframework..")
                                .or(
                                        resideInAnyPackage("io.giza..")
                                                .and(not(resideInAnyPackage(trees(COMMON))))))
                .check(ALL);
    }

    @Test
    void nothingThatIsShippedNamesTheTestKit() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.giza.testkit..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.giza.testkit..", "org.junit..", "org.assertj..")
                .check(ALL);
    }

    @Test
    void noPackageIsADrawerForEverything() {
        assertThat(packages())
                .noneMatch(
                        name ->
                                List.of(name.split("\\.", -1)).stream()
                                        .anyMatch(
                                                part -> part.matches("utils?|helpers?|base|misc")));
    }

    @Test
    void everyPackageSaysThatItsReferencesAreNotNull() {
        assertThat(packages())
                .allSatisfy(
                        name ->
                                assertThat(ALL.getPackage(name).isAnnotatedWith(NullMarked.class))
                                        .as("%s has a package-info with @NullMarked", name)
                                        .isTrue());
    }

    private static String[] trees(List<String> names) {
        return names.stream().map(name -> "io.giza." + name + "..").toArray(String[]::new);
    }

    private static Set<String> packages() {
        Set<String> names = new TreeSet<>();
        ALL.stream().map(JavaClass::getPackageName).forEach(names::add);
        return names;
    }
}
