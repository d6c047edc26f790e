package io.giza.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.erasure.CodingKernels;
import io.giza.erasure.KernelKind;
import io.giza.erasure.KernelTrial;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class KernelStartupTest {
    @AfterEach
    void backToPlainJava() {
        CodingKernels.use(KernelKind.TABLE);
    }

    @Test
    void autoWantsTheLongestVectorsThereAre() {
        assertThat(KernelStartup.of("auto").wanted()).isEqualTo(KernelKind.best());
        assertThat(KernelKind.best()).isNotEqualTo(KernelKind.TABLE);
    }

    @Test
    void aNamedKernelIsTakenOnceItIsWarm() {
        KernelStartup startup = KernelStartup.of("vector128");
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        startup.report(meters);
        assertThat(inUse(meters, "table")).isOne();

        startup.warm();

        assertThat(CodingKernels.kind()).isEqualTo(KernelKind.VECTOR128);
        assertThat(inUse(meters, "table")).isZero();
        assertThat(inUse(meters, "vector128")).isOne();
    }

    @Test
    void tableStaysWhenItIsNamed() {
        KernelStartup.of("table").warm();

        assertThat(CodingKernels.kind()).isEqualTo(KernelKind.TABLE);
    }

    @Test
    void aKernelThatComputesOtherBytesIsNotTakenEvenWhenItIsNamed() {
        KernelTrial wrong =
                new KernelTrial(KernelKind.VECTOR128) {
                    @Override
                    public List<byte[][]> computed() {
                        List<byte[][]> computed = super.computed();
                        computed.getLast()[1][4711]++;
                        return computed;
                    }
                };

        KernelStartup.of("vector128").judge(wrong);

        assertThat(CodingKernels.kind()).isEqualTo(KernelKind.TABLE);
    }

    @Test
    void anUnknownKernelIsRefusedWithTheKeyAndTheChoices() {
        assertThatThrownBy(() -> KernelStartup.of("vector64"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "giza.erasure.kernel is vector64: use auto or one of table, vector128,"
                                + " vector256, vector512");
    }

    @Test
    void withoutTheModuleAutoIsTableAndAForcedVectorKernelIsRefused() throws Exception {
        assertThat(inJvm("auto")).isEqualTo("table");
        assertThat(inJvm("vector256"))
                .isEqualTo(
                        "giza.erasure.kernel is vector256, but the JVM runs without the module"
                                + " jdk.incubator.vector: start it with --add-modules"
                                + " jdk.incubator.vector; or use auto");
    }

    @Test
    void autoIsTableWhereTheJitCannotCompileVectors() throws Exception {
        assertThat(inJvm("auto", "--add-modules", "jdk.incubator.vector", "-Xint"))
                .isEqualTo("table");
        assertThat(
                        inJvm(
                                "auto",
                                "--add-modules",
                                "jdk.incubator.vector",
                                "-XX:TieredStopAtLevel=1"))
                .isEqualTo("table");
    }

    /** What a JVM of its own says to a setting. */
    static final class ChildMain {
        private ChildMain() {}

        public static void main(String[] arguments) {
            try {
                KernelStartup startup = KernelStartup.of(arguments[0]);
                startup.warm();
                System.out.print(CodingKernels.kind().label());
            } catch (IllegalArgumentException e) {
                System.out.print(e.getMessage());
            }
        }
    }

    private static String inJvm(String setting, String... options)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(ChildMain.class.getName(), setting));
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return output;
    }

    private static double inUse(SimpleMeterRegistry meters, String kernel) {
        return meters.get("giza.erasure.kernel").tag("kernel", kernel).gauge().value();
    }
}
