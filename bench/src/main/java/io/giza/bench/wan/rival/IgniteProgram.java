package io.giza.bench.wan.rival;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The program of an Ignite node with a gateway.
 *
 * @param classPath all that it needs
 */
record IgniteProgram(String classPath) {
    /** Where its sources are, from the folder of the launcher. */
    private static final Path SOURCES = Path.of("bench", "rivals", "ignite");

    /**
     * Builds it by the project's Maven, which downloads 140 MB the first time.
     *
     * @throws IllegalStateException saying what to do if it cannot be built
     */
    static IgniteProgram built() throws IOException, InterruptedException {
        String launcher = System.getProperty("giza.launcher");
        if (launcher == null) {
            throw new IllegalStateException(
                    "Ignite is built from the project's sources: call './giza bench wan'.");
        }
        Path sources = Path.of(launcher).resolveSibling(SOURCES);
        List<String> command =
                List.of(
                        Path.of(launcher).resolveSibling("mvnw").toString(),
                        "-q",
                        "-B",
                        "-f",
                        sources.resolve("pom.xml").toString(),
                        "package");
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        if (builder.start().waitFor() != 0) {
            throw new IllegalStateException(
                    "Ignite could not be built. '"
                            + String.join(" ", command)
                            + "' says why; leave figure 12 out to do without.");
        }
        Path made = sources.resolve("target");
        if (!Files.isDirectory(made.resolve("lib"))) {
            throw new IllegalStateException(made + " has no lib, though Ignite was built.");
        }
        return new IgniteProgram(made.resolve("classes") + ":" + made.resolve("lib") + "/*");
    }
}
