package io.giza.simulation.drill;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Loads all classes of the project again, and those that a patch changes as it changes them. What
 * the classes of others are stays with the loader of the tests.
 */
final class PatchedClasses extends ClassLoader {
    private static final String OURS = "io.giza.";

    private final Path compiled;

    private PatchedClasses(Path compiled) {
        super(PatchedClasses.class.getClassLoader());
        this.compiled = compiled;
    }

    /**
     * Compiles what the patch makes of the sources.
     *
     * @param root the root of the project
     * @param scratch an empty folder, for as long as the loader is used
     * @throws IllegalStateException if it does not compile
     */
    static PatchedClasses of(SourcePatch patch, Path root, Path scratch) throws IOException {
        List<Path> sources = new ArrayList<>();
        for (Map.Entry<String, String> source : patch.applyTo(root).entrySet()) {
            String path = source.getKey();
            Path file = scratch.resolve("src").resolve(path.substring(path.indexOf("io/giza/")));
            Files.createDirectories(file.getParent());
            sources.add(Files.writeString(file, source.getValue()));
        }
        Path compiled = Files.createDirectories(scratch.resolve("classes"));
        compile(patch, sources, compiled);
        return new PatchedClasses(compiled);
    }

    private static void compile(SourcePatch patch, List<Path> sources, Path target)
            throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        List<String> options =
                List.of(
                        "-proc:none",
                        "-nowarn",
                        "-implicit:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        target.toString());
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiles =
                    compiler.getTask(
                                    messages,
                                    files,
                                    null,
                                    options,
                                    null,
                                    files.getJavaFileObjectsFromPaths(sources))
                            .call();
            if (!compiles) {
                throw new IllegalStateException(patch + " does not compile: " + messages);
            }
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        String file = name.replace('.', '/') + ".class";
        try {
            Path patched = compiled.resolve(file);
            byte[] bytes = Files.exists(patched) ? Files.readAllBytes(patched) : original(file);
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] original(String file) throws ClassNotFoundException, IOException {
        try (InputStream bytes = getParent().getResourceAsStream(file)) {
            if (bytes == null) {
                throw new ClassNotFoundException(file);
            }
            return bytes.readAllBytes();
        }
    }
}
