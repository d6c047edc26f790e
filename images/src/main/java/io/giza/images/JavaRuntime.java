package io.giza.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Links a JVM that has the modules that the services use, and no others. */
final class JavaRuntime {
    /** What the services use; suites/images.sh has jdeps look whether that is all. */
    private static final List<String> USED =
            List.of(
                    "java.base",
                    "java.compiler",
                    "java.desktop",
                    "java.instrument",
                    "java.logging",
                    "java.management",
                    "java.naming",
                    "java.net.http",
                    "java.prefs",
                    "java.scripting",
                    "java.security.jgss",
                    "java.sql",
                    "java.xml",
                    "jdk.httpserver",
                    "jdk.incubator.vector",
                    "jdk.jfr",
                    "jdk.management",
                    "jdk.net",
                    "jdk.unsupported",
                    "jdk.zipfs");

    /** What is found without being named: DNS, curves, and what operators look into a JVM with. */
    private static final List<String> BESIDE =
            List.of("jdk.attach", "jdk.crypto.ec", "jdk.jcmd", "jdk.naming.dns");

    private JavaRuntime() {}

    /** Links it from this process's own JDK. */
    static void link(Path folder) throws IOException {
        Path jlink = Path.of(System.getProperty("java.home"), "bin", "jlink");
        if (!Files.isExecutable(jlink)) {
            throw new ImageException(
                    jlink + " is missing: run with a whole JDK, and not with a runtime of Java.");
        }
        Programs.require(
                Path.of("."),
                List.of(
                        jlink.toString(),
                        "--add-modules",
                        String.join(",", USED) + "," + String.join(",", BESIDE),
                        "--strip-debug",
                        "--no-header-files",
                        "--no-man-pages",
                        "--generate-cds-archive",
                        "--output",
                        folder.toString()));
    }
}
