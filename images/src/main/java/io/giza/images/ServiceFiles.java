package io.giza.images;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * The files of one service: its jar, the libraries beside it in {@code lib}, and in {@code native}
 * the native library that it has for this machine.
 *
 * @param service whose they are
 * @param folder where they are
 */
record ServiceFiles(ServiceImage service, Path folder) {
    /** Where they are in an image. */
    static final String IN_IMAGE = "/app";

    /** Where native libraries are in an image. */
    static final String NATIVE_IN_IMAGE = IN_IMAGE + "/native";

    /** What unpacks a jar and has nothing to do any more. */
    private static final String UNPACKER = "spring-boot-jarmode-tools-";

    private static final String NATIVE_PREFIX = "librocksdbjni-";

    /**
     * Takes what a service, or the commands, are built as.
     *
     * @param root the folder of the sources
     * @param version the version of Giza
     */
    static ServiceFiles take(ServiceImage service, Path root, String version, Path folder)
            throws IOException {
        ServiceFiles files =
                service.isService()
                        ? unpack(service, root, version, folder)
                        : copy(service, root, version, folder);
        Folders.settle(folder);
        return files;
    }

    private static ServiceFiles copy(ServiceImage service, Path root, String version, Path folder)
            throws IOException {
        Path target = root.resolve(service.module()).resolve("target");
        var files = new ServiceFiles(service, folder);
        Folders.copy(
                built(target.resolve("giza-%s-%s.jar".formatted(service.module(), version))),
                files.jar());
        for (Path library : Folders.files(built(target.resolve("lib")))) {
            Folders.copy(library, files.libraries().resolve(library.getFileName()));
        }
        return files;
    }

    private static Path built(Path file) {
        if (!Files.exists(file)) {
            throw new ImageException(file + " is not built: run './giza image build'.");
        }
        return file;
    }

    private static ServiceFiles unpack(ServiceImage service, Path root, String version, Path folder)
            throws IOException {
        String name = "giza-%s-%s-exec.jar".formatted(service.module(), version);
        Path built = built(root.resolve(service.module()).resolve("target").resolve(name));
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Programs.require(
                Path.of("."),
                List.of(
                        java.toString(),
                        "-Djarmode=tools",
                        "-jar",
                        built.toString(),
                        "extract",
                        "--destination",
                        folder.toString()));
        var files = new ServiceFiles(service, folder);
        Files.move(folder.resolve(name), files.jar());
        for (Path library : Folders.files(files.libraries())) {
            String file = library.getFileName().toString();
            if (file.startsWith(UNPACKER)) {
                Files.delete(library);
            } else if (file.startsWith("rocksdbjni-")) {
                files.takeNative(library);
            }
        }
        return files;
    }

    /** Returns its jar. */
    Path jar() {
        return folder.resolve(service.image() + ".jar");
    }

    /** Returns the folder of its libraries. */
    Path libraries() {
        return folder.resolve("lib");
    }

    /** Returns the folder of its native libraries, which may not exist. */
    Path natives() {
        return folder.resolve("native");
    }

    /** Returns where the record of its classes goes. */
    Path cache() {
        return folder.resolve("classes.aot");
    }

    /** Returns the list of all that its image consists of. */
    Path components() {
        return folder.resolve("components.cdx.json");
    }

    /** Takes the library of this machine out of a jar, and leaves those of others out of it. */
    private void takeNative(Path library) throws IOException {
        String own = nativeName();
        Path smaller = library.resolveSibling(library.getFileName() + ".new");
        boolean found = false;
        try (ZipFile whole = new ZipFile(library.toFile());
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(smaller))) {
            for (ZipEntry each : Collections.list(whole.entries())) {
                try (InputStream in = whole.getInputStream(each)) {
                    if (each.getName().equals(own)) {
                        Files.createDirectories(natives());
                        Files.copy(in, natives().resolve(own));
                        found = true;
                    } else if (!each.getName().startsWith(NATIVE_PREFIX)) {
                        copy(each, in, out);
                    }
                }
            }
        }
        if (!found) {
            throw new ImageException(
                    library.getFileName() + " has no library for this machine, " + own + ".");
        }
        Files.delete(library);
        Files.move(smaller, library);
    }

    private static void copy(ZipEntry entry, InputStream in, ZipOutputStream zip)
            throws IOException {
        var same = new ZipEntry(entry.getName());
        same.setTimeLocal(entry.getTimeLocal());
        zip.putNextEntry(same);
        in.transferTo(zip);
        zip.closeEntry();
    }

    private static String nativeName() {
        return NATIVE_PREFIX
                + (DebianPackages.architecture().equals("arm64") ? "linux-aarch64" : "linux64")
                + ".so";
    }
}
