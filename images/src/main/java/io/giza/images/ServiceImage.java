package io.giza.images;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** What becomes an image: a service, or the commands for operators, which serve nothing. */
enum ServiceImage {
    GATEWAY("gateway-service", 9000, "The S3 interface of Giza."),
    METADATA("metadata-service", 9001, "Keeps the rows of a data center of Giza."),
    FRAGMENT("fragment-service", 9002, "Keeps the fragments of a data center of Giza."),
    GC("gc-worker", 9003, "Removes what a data center of Giza needs no longer."),
    RECOVERY("recovery-worker", 9004, "Catches up and repairs a data center of Giza."),
    CONSOLE("console-service", 9005, "The web pages of Giza for people."),
    CLI("cli", 0, "The commands for operators of Giza.");

    private final String module;
    private final int port;
    private final String description;

    ServiceImage(String module, int port, String description) {
        this.module = module;
        this.port = port;
        this.description = description;
    }

    /** Returns the one of that name, such as "gc-worker". */
    static ServiceImage named(String module) {
        return Arrays.stream(values())
                .filter(each -> each.module.equals(module))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(module));
    }

    /** Returns all names, for messages. */
    static String names() {
        return Arrays.stream(values()).map(each -> each.module).collect(Collectors.joining(", "));
    }

    /** Returns its folder in the sources, which is what it is called. */
    String module() {
        return module;
    }

    /** Returns what the image is called. */
    String image() {
        return "giza-" + module;
    }

    /** Tells whether it serves anything, and is built with Spring Boot. */
    boolean isService() {
        return this != CLI;
    }

    /** Returns the port that it serves at, 0 if it serves nothing. */
    int port() {
        return port;
    }

    /** Returns what it does, in a sentence. */
    String description() {
        return description;
    }

    /**
     * Returns the options that it needs of the JVM, in training as in service.
     *
     * @param natives the folder of its native libraries
     */
    List<String> options(String natives) {
        return switch (this) {
            case GATEWAY -> List.of("--add-modules", "jdk.incubator.vector");
            // Its library is there unpacked, and so takes no room in /tmp.
            case METADATA -> List.of("-Djava.library.path=" + natives);
            case FRAGMENT, GC, RECOVERY, CONSOLE -> List.of();
            // A command ends before more of a compiler than its first stage would pay.
            case CLI -> List.of("-XX:+UseSerialGC", "-Xmx64m", "-XX:TieredStopAtLevel=1");
        };
    }
}
