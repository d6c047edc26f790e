package io.giza.config;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives a process that was started by {@code java -jar} the vector module. A jar cannot ask for a
 * module, and its classes do not load in a layer that is added later; so the process replaces
 * itself by the same command with the module added, as the java launcher itself does where it needs
 * another environment. It keeps its id, its parent and its open streams, and costs the start of an
 * empty JVM.
 *
 * <p>Nothing happens where that is not known to be harmless: not on Linux, with an agent, a
 * debugger or a recording attached by options, without {@code -jar}, without the optimizing JIT, or
 * with {@code -Dgiza.relaunch=false}. The process then goes on without vectors.
 */
public final class VectorRelaunch {
    private static final String MODULE = "jdk.incubator.vector";
    private static final String SWITCH = "giza.relaunch";
    private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");
    private static final Path EXECUTABLE = Path.of("/proc/self/exe");

    /** How options begin that would take effect twice, ask for this very JVM or hide others. */
    private static final List<String> PREVENTING =
            List.of(
                    "@",
                    "-agent",
                    "-javaagent",
                    "-Xrun",
                    "-Xint",
                    "-XX:StartFlightRecording",
                    "-XX:AOT",
                    "-XX:ArchiveClassesAtExit",
                    "-Dcom.sun.management");

    /** Where the JVM takes more options from. */
    private static final List<String> ENVIRONMENT =
            List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");

    private VectorRelaunch() {}

    /** Returns if the module is there or cannot be had; otherwise begins again from main. */
    public static void withVectors() {
        if (ModuleLayer.boot().findModule(MODULE).isPresent()
                || !System.getProperty(SWITCH, "true").equals("true")
                || !Files.isReadable(COMMAND_LINE)
                || ModuleFinder.ofSystem().find(MODULE).isEmpty()) {
            return;
        }
        try {
            List<String> command = arguments(Files.readAllBytes(COMMAND_LINE));
            if (isHarmless(command)
                    && ENVIRONMENT.stream().allMatch(VectorRelaunch::isHarmlessVariable)
                    && Jit.compilesVectors()) {
                command.addAll(1, List.of("--add-modules", MODULE, "-D" + SWITCH + "=false"));
                replace(Files.readSymbolicLink(EXECUTABLE), command);
            }
        } catch (IOException e) {
            // Where /proc cannot be read there is no way to begin again.
            return;
        }
    }

    /** Splits what the kernel keeps of a command: each argument ends with a zero. */
    static List<String> arguments(byte[] commandLine) {
        List<String> arguments = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < commandLine.length; i++) {
            if (commandLine[i] == 0) {
                arguments.add(
                        new String(commandLine, start, i - start, StandardCharsets.ISO_8859_1));
                start = i + 1;
            }
        }
        return arguments;
    }

    /** Looks at the options before {@code -jar}; what follows is the program's. */
    static boolean isHarmless(List<String> command) {
        int jar = command.indexOf("-jar");
        return jar > 0
                && command.subList(1, jar).stream()
                        .noneMatch(each -> PREVENTING.stream().anyMatch(each::startsWith));
    }

    private static boolean isHarmlessVariable(String name) {
        @Nullable String options = System.getenv(name);
        return options == null || PREVENTING.stream().noneMatch(options::contains);
    }

    /** Returns only if it fails. */
    @SuppressWarnings("restricted")
    private static void replace(Path executable, List<String> command) {
        Linker linker = Linker.nativeLinker();
        SymbolLookup library = linker.defaultLookup();
        MethodHandle execv =
                linker.downcallHandle(
                        library.findOrThrow("execv"),
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
        try (Arena arena = Arena.ofConfined()) {
            // Ends with a null pointer, as it came.
            MemorySegment arguments =
                    arena.allocate(
                            MemoryLayout.sequenceLayout(command.size() + 1L, ValueLayout.ADDRESS));
            for (int i = 0; i < command.size(); i++) {
                MemorySegment text =
                        arena.allocateFrom(command.get(i), StandardCharsets.ISO_8859_1);
                arguments.setAtIndex(ValueLayout.ADDRESS, i, text);
            }
            int ignored =
                    (int) execv.invokeExact(arena.allocateFrom(executable.toString()), arguments);
        } catch (Throwable e) {
            throw new IllegalStateException("execv cannot be called", e);
        }
    }
}
