package io.giza.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

class VectorRelaunchTest {
    @TempDir Path folder;

    /** Says who it is. */
    static final class ChildMain {
        private ChildMain() {}

        public static void main(String[] arguments) {
            VectorRelaunch.withVectors();
            System.out.print(
                    ProcessHandle.current().pid()
                            + (ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()
                                    ? " with "
                                    : " without ")
                            + List.of(arguments));
        }
    }

    @Test
    void aJarThatWasStartedWithoutTheModuleBeginsAgainWithItAsTheSameProcess() throws Exception {
        Answer answer = run(List.of("-Xmx64m"), "one", "", "two words", "caf\u00e9", "-Xint");

        assertThat(answer.output)
                .isEqualTo(answer.pid + " with [one, , two words, caf\u00e9, -Xint]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Dgiza.relaunch=false", "-Xint", "-XX:TieredStopAtLevel=1"})
    void itGoesOnWithoutWhereItIsToldToOrGainsNothing(String option) throws Exception {
        Answer answer = run(List.of(option), "one");

        assertThat(answer.output).isEqualTo(answer.pid + " without [one]");
    }

    @Test
    void anAgentInTheEnvironmentKeepsItFromBeginningAgain() throws Exception {
        Answer answer = run(List.of(), Map.of("JDK_JAVA_OPTIONS", "-Dcom.sun.management.x=1"));

        assertThat(answer.output).isEqualTo(answer.pid + " without []");
    }

    @Test
    void anAgentOrNoJarKeepsItFromBeginningAgain() {
        assertThat(VectorRelaunch.isHarmless(List.of("java", "-Xmx1g", "-jar", "a.jar"))).isTrue();
        assertThat(VectorRelaunch.isHarmless(List.of("java", "-jar", "a.jar", "-agent"))).isTrue();
        assertThat(VectorRelaunch.isHarmless(List.of("java", "-cp", "a.jar", "Main"))).isFalse();
        assertThat(VectorRelaunch.isHarmless(List.of("java", "-agentlib:jdwp", "-jar", "a.jar")))
                .isFalse();
        assertThat(VectorRelaunch.isHarmless(List.of("java", "-javaagent:b.jar", "-jar", "a.jar")))
                .isFalse();
    }

    private record Answer(long pid, String output) {}

    private Answer run(List<String> options, String... arguments)
            throws IOException, InterruptedException {
        return run(options, Map.of(), arguments);
    }

    private Answer run(List<String> options, Map<String, String> variables, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add("-Dstdout.encoding=UTF-8");
        command.addAll(List.of("-jar", jar().toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().putAll(variables);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return new Answer(process.pid(), output);
    }

    /** An empty jar that names the class path of this test. */
    private Path jar() throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(Attributes.Name.MAIN_CLASS, ChildMain.class.getName());
        attributes.put(
                Attributes.Name.CLASS_PATH,
                Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                        .map(entry -> Path.of(entry).toUri().toString())
                        .collect(Collectors.joining(" ")));
        Path jar = folder.resolve("asked.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream empty = new JarOutputStream(file, manifest)) {
            empty.finish();
        }
        return jar;
    }
}
