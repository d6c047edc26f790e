package io.giza.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The files of all images as they will be, put together in a folder of this machine. */
final class Staging {
    private final Path folder;
    private final Map<ServiceImage, ServiceFiles> services = new EnumMap<>(ServiceImage.class);

    /** Puts files together in a folder, which may not exist yet. */
    Staging(Path folder) {
        this.folder = folder;
    }

    /** Returns the folder of what is below the JVM. */
    Path base() {
        return folder.resolve("base");
    }

    /** Returns the folder of the JVM. */
    Path runtime() {
        return folder.resolve("runtime");
    }

    private Path debian() {
        return folder.resolve("debian");
    }

    /** Takes the C library and what belongs to it from Debian. */
    void takeDebian(BaseLock lock, DebianPackages packages) throws IOException {
        new BaseFiles(lock, packages::unpack).libraries(debian(), base());
    }

    /** Links the JVM, and settles whom it trusts and as whom it runs. */
    void link() throws IOException {
        Files.createDirectories(folder);
        JavaRuntime.link(runtime());
        if (Files.exists(debian())) {
            BaseFiles.trust(
                    debian(), runtime().resolve("lib").resolve("security").resolve("cacerts"));
        }
        BaseFiles.settings(base());
        Folders.settle(runtime());
    }

    /** Unpacks all services: what they share does not depend on which images are asked for. */
    void unpack(Path root, String version) throws IOException {
        Files.createDirectories(folder);
        for (ServiceImage each : ServiceImage.values()) {
            services.put(
                    each, ServiceFiles.take(each, root, version, folder.resolve(each.module())));
        }
    }

    /** Returns the files of a service. */
    ServiceFiles of(ServiceImage service) {
        ServiceFiles files = services.get(service);
        if (files == null) {
            throw new IllegalStateException(service + " is not unpacked");
        }
        return files;
    }

    /** Records how a service starts. */
    void train(ServiceImage service) throws IOException {
        new AotTraining(runtime()).train(of(service), folder.resolve("training"));
    }

    /** Returns the names of the libraries that all services have. */
    Set<String> sharedLibraries() throws IOException {
        Set<String> shared = new HashSet<>();
        for (ServiceFiles each : services.values()) {
            if (!each.service().isService()) {
                continue;
            }
            Set<String> own =
                    Folders.files(each.libraries()).stream()
                            .map(file -> file.getFileName().toString())
                            .collect(Collectors.toSet());
            if (shared.isEmpty()) {
                shared.addAll(own);
            }
            shared.retainAll(own);
        }
        return new TreeSet<>(shared);
    }

    /** Returns the folder of what jib keeps meanwhile. */
    Path jib() {
        return folder.resolve("jib");
    }
}
