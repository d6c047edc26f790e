package io.giza.architecture;

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
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The three rings of the common modules, and what holds for packages of all modules: who may know
 * whom, and who may wait, fork and read a clock.
 */
class RingsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final int MOST_FILES = 25;

    private static final JavaClasses ALL =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("io.giza");

    private static final List<String> CORE =
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
                    "membership");

    /** What the simulator runs under its own time and tasks. */
    private static final List<String> SIMULATED =
            Stream.of(
                            CORE,
                            List.of(
                                    "replica",
                                    "commit",
                                    "hint",
                                    "stripe",
                                    "version",
                                    "worker",
                                    "topology",
                                    "level"),
                            List.of(
                                    "gateway.cluster",
                                    "gateway.service",
                                    "gateway.bucket",
                                    "gateway.epoch",
                                    "gateway.scope",
                                    "gateway.version",
                                    "gateway.read",
                                    "gateway.listing",
                                    "gateway.object",
                                    "gateway.upload",
                                    "gateway.notify",
                                    "gc.plan",
                                    "gc.sweep",
                                    "gc.event",
                                    "recovery.audit",
                                    "recovery.fragments",
                                    "recovery.replacement",
                                    "recovery.rows"))
                    .flatMap(List::stream)
                    .toList();

    /** Every package of the common modules and what it may name of the others: the arrows. */
    @ParameterizedTest(name = "{0} knows {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    acl        | ''
                    lock       | ''
                    encryption | ''
                    model      | acl lock encryption
                    paxos      | model
                    erasure    | model
                    lifecycle  | ''
                    record     | acl lock model paxos lifecycle
                    usage      | model record
                    notification | model record
                    membership | model paxos
                    concurrent | ''
                    disk       | ''
                    signature  | ''
                    metrics    | ''
                    replica    | model paxos membership concurrent
                    commit     | model paxos membership concurrent metrics replica
                    hint       | model paxos record concurrent replica commit
                    stripe     | model erasure concurrent metrics replica
                    version    | lock model paxos erasure record membership concurrent metrics replica commit stripe
                    worker     | model paxos record concurrent replica commit
                    topology   | model paxos record membership concurrent replica commit hint
                    level      | model paxos record concurrent replica commit
                    wire       | model paxos erasure record membership concurrent replica stripe
                    http       | model paxos record membership concurrent metrics replica stripe wire
                    config     | model erasure concurrent replica
                    cluster    | model concurrent replica commit stripe version wire http config
                    """)
    void aPackageKnowsOnlyWhatTheArrowsAllow(String name, String allowed) {
        List<String> others = new ArrayList<>(List.of(name));
        Stream.of(allowed.split(" ", -1)).filter(each -> !each.isEmpty()).forEach(others::add);

        noClasses()
                .that()
                .resideInAPackage("io.giza." + name + "..")
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage("io.giza..").and(not(resideInAnyPackage(trees(others)))))
                .check(ALL);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.giza.(**)").should().beFreeOfCycles().check(ALL);
    }

    @Test
    void noPackageIsCrowded() throws IOException {
        Map<String, Long> files = new TreeMap<>();
        for (Path file : sources()) {
            String folder = String.valueOf(ROOT.relativize(file).getParent());
            files.merge(folder, 1L, Long::sum);
        }

        assertThat(files).hasSizeGreaterThan(100);
        assertThat(files.entrySet())
                .filteredOn(each -> each.getValue() > MOST_FILES)
                .as("packages of more than %d files", MOST_FILES)
                .isEmpty();
    }

    @Test
    void theCoreNamesTheJdkAlone() {
        classes()
                .that()
                .resideInAnyPackage(trees(CORE))
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage(
                                        "java..",
                                        "org.jspecify.annotations..",
                                        "jdk.incubator.vector..")
                                .or(resideInAnyPackage(trees(CORE))))
                .check(ALL);
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
                .check(ALL);
    }

    @Test
    void theCoreReadsAndWritesNothing() {
        noClasses()
                .that()
                .resideInAnyPackage(trees(CORE))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.nio.file..", "java.net..", "java.util.logging..")
                .check(ALL);
    }

    @Test
    void whatIsSimulatedIsThere() {
        Set<String> names = new TreeSet<>();
        ALL.forEach(each -> names.add(each.getPackageName().replace("io.giza.", "")));

        assertThat(names).containsAll(SIMULATED);
    }

    @Test
    void whatIsSimulatedNamesNoThreadNoLockAndNoFuture() {
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
                .resideInAnyPackage(trees(SIMULATED))
                .should()
                .dependOnClassesThat(concurrency)
                .check(ALL);
    }

    @Test
    void whatIsSimulatedReadsNoClockAndDrawsNoChance() {
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
                .resideInAnyPackage(trees(SIMULATED))
                .should()
                .accessTargetWhere(outside)
                .check(ALL);
    }

    /** The byte code of a synchronized block names nothing, so the sources are looked at. */
    @ParameterizedTest
    @ValueSource(strings = {"common/core", "common/engine", "common/transport"})
    void inTheCommonModulesThePackageOfConcurrencyAloneSynchronizes(String module)
            throws IOException {
        Pattern word = Pattern.compile("\\bsynchronized\\b");
        Path main = ROOT.resolve(module).resolve("src/main/java/io/giza");
        try (Stream<Path> files = Files.walk(main)) {
            List<Path> java = files.filter(file -> file.toString().endsWith(".java")).toList();

            assertThat(java).hasSizeGreaterThan(40);
            assertThat(java.stream().filter(file -> word.matcher(read(file)).find()))
                    .allMatch(file -> file.startsWith(main.resolve("concurrent")));
        }
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> file.toString().contains("/java/io/giza/"))
                    .collect(Collectors.toList());
        }
    }

    private static String[] trees(List<String> names) {
        return names.stream().map(name -> "io.giza." + name + "..").toArray(String[]::new);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
