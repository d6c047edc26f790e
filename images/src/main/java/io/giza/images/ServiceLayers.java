package io.giza.images;

import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The layers of images. What all images have comes first, and what changes most often last, so that
 * registries and machines keep as few bytes as they can.
 */
final class ServiceLayers {
    /** Where the JVM is in an image. */
    static final String RUNTIME_IN_IMAGE = "/opt/jre";

    /** Where stores keep what they store. */
    static final String DATA_IN_IMAGE = "/data";

    /** Where the list of all that an image consists of is in it. */
    static final String COMPONENTS_IN_IMAGE = ServiceFiles.IN_IMAGE + "/components.cdx.json";

    private static final String OURS = "giza-";

    private final Path root;
    private final Staging staging;
    private final Set<String> shared;

    /**
     * Makes layers of files that are put together.
     *
     * @param root the folder of the sources
     */
    ServiceLayers(Path root, Staging staging) throws IOException {
        this.root = root;
        this.staging = staging;
        this.shared = staging.sharedLibraries();
    }

    /** Returns the layers of a service, from the lowest to the highest. */
    List<FileEntriesLayer> of(ServiceImage service) throws IOException {
        ServiceFiles files = staging.of(service);
        List<FileEntriesLayer> all = new ArrayList<>();
        all.add(base());
        FileEntriesLayer.Builder runtime = FileEntriesLayer.builder().setName("runtime");
        Layers.add(runtime, staging.runtime(), RUNTIME_IN_IMAGE, file -> true);
        all.add(runtime.build());
        Set<String> below = service.isService() ? shared : Set.of();
        all.add(
                libraries("libraries of all services", files, file -> below.contains(name(file)))
                        .build());
        FileEntriesLayer.Builder own =
                libraries("libraries", files, file -> !below.contains(name(file)));
        if (Files.exists(files.natives())) {
            Layers.add(own, files.natives(), ServiceFiles.NATIVE_IN_IMAGE, file -> true);
        }
        all.add(own.build());
        all.add(giza(files));
        FileEntriesLayer.Builder cache = FileEntriesLayer.builder().setName("cache");
        Layers.add(cache, files.cache(), ServiceFiles.IN_IMAGE + "/classes.aot");
        all.add(cache.build());
        return all.stream().filter(layer -> !layer.getEntries().isEmpty()).toList();
    }

    private FileEntriesLayer base() throws IOException {
        FileEntriesLayer.Builder layer = FileEntriesLayer.builder().setName("base");
        Layers.add(layer, staging.base(), "/", file -> true);
        String user = BaseFiles.USER + ":" + BaseFiles.USER;
        Layers.addFolder(layer, staging.base(), DATA_IN_IMAGE, "700", user);
        Layers.addFolder(layer, staging.base(), "/tmp", "777", user);
        return layer.build();
    }

    private static FileEntriesLayer.Builder libraries(
            String name, ServiceFiles files, Predicate<Path> which) throws IOException {
        FileEntriesLayer.Builder layer = FileEntriesLayer.builder().setName(name);
        Layers.add(
                layer,
                files.libraries(),
                ServiceFiles.IN_IMAGE + "/lib",
                file -> !isOurs(file) && which.test(file));
        return layer;
    }

    private FileEntriesLayer giza(ServiceFiles files) throws IOException {
        FileEntriesLayer.Builder layer = FileEntriesLayer.builder().setName("giza");
        Layers.add(layer, files.libraries(), ServiceFiles.IN_IMAGE + "/lib", ServiceLayers::isOurs);
        Layers.add(layer, files.jar(), ServiceFiles.IN_IMAGE + "/" + name(files.jar()));
        Layers.add(layer, files.components(), COMPONENTS_IN_IMAGE);
        Layers.add(layer, root.resolve("LICENSE"), ServiceFiles.IN_IMAGE + "/LICENSE");
        return layer.build();
    }

    private static boolean isOurs(Path file) {
        return name(file).startsWith(OURS);
    }

    private static String name(Path file) {
        return file.getFileName().toString();
    }
}
