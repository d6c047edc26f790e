package io.giza;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The three rings of common: who may know whom, and who may wait, fork and look at a clock. */
class ArchitectureTest {
    private static final Path SOURCES = Path.of("src/main/java/io/giza");
    private static final JavaClasses COMMON =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("io.giza");

    private static final String[] CORE = {
        "io.giza.model..",
        "io.giza.paxos..",
        "io.giza.erasure..",
        "io.giza.lifecycle..",
        "io.giza.record..",
        "io.giza.membership.."
    };
    private static final String[] CORE_AND_SHELL = {
        "io.giza.model..",
        "io.giza.paxos..",
        "io.giza.erasure..",
        "io.giza.lifecycle..",
        "io.giza.record..",
        "io.giza.membership..",
        "io.giza.replica..",
        "io.giza.commit..",
        "io.giza.stripe..",
        "io.giza.version..",
        "io.giza.worker.."
    };

    /** Every package of common and what it may name of the others: the arrows. */
    @ParameterizedTest(name = "{0} knows {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    model      | ''
                    paxos      | model
                    erasure    | model
                    lifecycle  | ''
                    record     | model paxos lifecycle
                    membership | model paxos
                    concurrent | ''
                    disk       | ''
                    replica    | model paxos membership concurrent
                    commit     | model paxos membership concurrent replica
                    stripe     | model erasure concurrent replica
                    version    | model paxos erasure record membership concurrent replica commit stripe
                    worker     | model paxos record concurrent replica commit
                    wire       | model paxos erasure record membership concurrent replica stripe
                    http       | model paxos record membership concurrent replica stripe wire
                    config     | model erasure concurrent replica
                    cluster    | model concurrent replica commit stripe version wire http config
                    """)
    void aPackageKnowsOnlyWhatTheArrowsAllow(String name, String allowed) {
        List<String> others = new ArrayList<>(List.of("io.giza." + name + ".."));
        for (String other : allowed.split(" ", -1)) {
            if (!other.isEmpty()) {
                others.add("io.giza." + other + "..");
            }
        }

        noClasses()
                .that()
                .resideInAPackage("io.giza." + name + "..")
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage("io.giza..")
                                .and(not(resideInAnyPackage(others.toArray(String[]::new)))))
                .check(COMMON);
    }

    @Test
    void everyPackageHasItsPlaceInTheRings() {
        Set<String> names = new TreeSet<>();
        COMMON.forEach(each -> names.add(each.getPackageName().replace("io.giza.", "")));

        assertThat(names)
                .containsExactlyInAnyOrder(
                        "model",
                        "paxos",
                        "erasure",
                        "lifecycle",
                        "record",
                        "membership",
                        "concurrent",
                        "disk",
                        "replica",
                        "commit",
                        "stripe",
                        "version",
                        "worker",
                        "wire",
                        "http",
                        "config",
                        "cluster");
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.giza.(*)..").should().beFreeOfCycles().check(COMMON);
    }

    @Test
    void theCoreNamesTheJdkAlone() {
        classes()
                .that()
                .resideInAnyPackage(CORE)
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage(
                                        "java..",
                                        "org.jspecify.annotations..",
                                        "jdk.incubator.vector..")
                                .or(resideInAnyPackage(CORE)))
                .check(COMMON);
    }

    /** A JVM may lack the module, and then nothing may be loaded that names it. */
    @Test
    void twoClassesAloneNameTheIncubatingVectorModule() {
        noClasses()
                .that()
                .doNotHaveSimpleName("VectorModule")
                .and()
                .doNotHaveSimpleName("SpeciesLoops")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jdk.incubator.vector..")
                .check(COMMON);
    }

    @Test
    void theCoreReadsAndWritesNothing() {
        noClasses()
                .that()
                .resideInAnyPackage(CORE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.nio.file..", "java.net..", "java.util.logging..")
                .check(COMMON);
    }

    @Test
    void coreAndShellNameNoThreadNoLockAndNoFuture() {
        DescribedPredicate<JavaClass> concurrency =
                DescribedPredicate.describe(
                        "are threads, executors, futures or locks",
                        each ->
                                each.isAssignableTo(Thread.class)
                                        || each.isAssignableTo(Executor.class)
                                        || each.isAssignableTo(CompletionStage.class)
                                        || each.isAssignableTo(Lock.class)
                                        || each.isAssignableTo(ReadWriteLock.class)
                                        || each.isAssignableTo(ThreadLocalRandom.class)
                                        || each.isEquivalentTo(java.util.concurrent.Executors.class)
                                        || each.isEquivalentTo(
                                                java.util.concurrent.CountDownLatch.class)
                                        || each.isEquivalentTo(java.util.concurrent.Semaphore.class)
                                        || each.isEquivalentTo(java.util.Timer.class));

        noClasses()
                .that()
                .resideInAnyPackage(CORE_AND_SHELL)
                .should()
                .dependOnClassesThat(concurrency)
                .check(COMMON);
    }

    @Test
    void coreAndShellLookAtNoClockAndDrawNoChance() {
        DescribedPredicate<JavaAccess<?>> outside =
                DescribedPredicate.describe(
                        "reads a clock or chance that no simulator controls",
                        access -> {
                            String owner = access.getTargetOwner().getName();
                            String name = access.getTarget().getName();
                            return switch (owner) {
                                case "java.lang.System" ->
                                        name.equals("nanoTime") || name.equals("currentTimeMillis");
                                case "java.lang.Math" -> name.equals("random");
                                case "java.util.UUID" -> name.equals("randomUUID");
                                case "java.util.Random", "java.security.SecureRandom" ->
                                        name.equals("<init>");
                                case "java.time.Clock" -> name.startsWith("system");
                                default -> owner.startsWith("java.time.") && name.equals("now");
                            };
                        });

        noClasses()
                .that()
                .resideInAnyPackage(CORE_AND_SHELL)
                .should()
                .accessTargetWhere(outside)
                .check(COMMON);
    }

    /** The byte code of a synchronized block names nothing, so the sources are looked at. */
    @Test
    void onlyThePackageOfConcurrencySynchronizes() throws IOException {
        Pattern word = Pattern.compile("\\bsynchronized\\b");
        try (Stream<Path> files = Files.walk(SOURCES)) {
            List<Path> java = files.filter(file -> file.toString().endsWith(".java")).toList();

            assertThat(java).hasSizeGreaterThan(50);
            assertThat(java.stream().filter(file -> word.matcher(read(file)).find()))
                    .allMatch(file -> file.startsWith(SOURCES.resolve("concurrent")));
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
