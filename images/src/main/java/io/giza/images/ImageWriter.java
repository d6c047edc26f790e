package io.giza.images;

import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.ImageReference;
import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.RegistryImage;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.ImageFormat;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import com.google.cloud.tools.jib.api.buildplan.Port;
import com.google.cloud.tools.jib.frontend.CredentialRetrieverFactory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;

/** Writes images as archives, and sends them to a registry. */
final class ImageWriter {
    /** Where health and metrics are, for those without the cluster's token. */
    private static final int MANAGEMENT_PORT = 9100;

    private final ImageOptions options;
    private final Staging staging;
    private final ServiceLayers layers;

    /** Writes images of files that are put together. */
    ImageWriter(ImageOptions options, Staging staging, ServiceLayers layers) {
        this.options = options;
        this.staging = staging;
        this.layers = layers;
    }

    /**
     * Writes the archive of an image.
     *
     * @return its digest, such as "sha256:..."
     */
    String archive(ServiceImage service) throws IOException {
        TarImage archive = TarImage.at(options.archive(service));
        try {
            return write(service, Containerizer.to(archive.named(options.name(service))));
        } catch (InvalidImageReferenceException e) {
            throw new ImageException(
                    "--tag must be letters, digits, '.', '_' and '-', not '%s'."
                            .formatted(options.tag()),
                    e);
        }
    }

    /**
     * Sends an image to a registry, as the user that Docker's configuration names for it.
     *
     * @param prefix the registry and a path in it
     * @return its name there, with its digest
     */
    String push(ServiceImage service, String prefix) throws IOException {
        String name = prefix + "/" + options.name(service);
        return name + "@" + write(service, Containerizer.to(remote(name)));
    }

    private static RegistryImage remote(String name) {
        try {
            ImageReference reference = ImageReference.parse(name);
            return RegistryImage.named(reference)
                    .addCredentialRetriever(
                            CredentialRetrieverFactory.forImage(reference, event -> {})
                                    .dockerConfig());
        } catch (InvalidImageReferenceException e) {
            throw new ImageException("'%s' is no name of an image.".formatted(name), e);
        }
    }

    private String write(ServiceImage service, Containerizer where) throws IOException {
        where.setOfflineMode(options.base() == null && options.push() == null)
                .setAllowInsecureRegistries(options.insecure())
                .setToolName("giza")
                .setToolVersion(options.version())
                .setApplicationLayersCache(staging.jib())
                .setBaseImageLayersCache(staging.jib());
        try {
            return builder(service).containerize(where).getDigest().toString();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ImageException("was interrupted", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new ImageException(
                    "cannot write %s: %s".formatted(service.image(), cause.getMessage()), e);
        } catch (Exception e) {
            throw new ImageException(
                    "cannot write %s: %s".formatted(service.image(), e.getMessage()), e);
        }
    }

    private JibContainerBuilder builder(ServiceImage service) throws IOException {
        JibContainerBuilder builder =
                options.base() == null ? Jib.fromScratch() : Jib.from(remote(options.base()));
        layers.of(service).forEach(builder::addFileEntriesLayer);
        return builder.setFormat(ImageFormat.OCI)
                .setPlatforms(Set.of(new Platform(DebianPackages.architecture(), "linux")))
                .setUser(BaseFiles.USER + ":" + BaseFiles.USER)
                .setWorkingDirectory(AbsoluteUnixPath.get("/tmp"))
                .setEntrypoint(entryPoint(service))
                .setProgramArguments()
                .setEnvironment(environment(service))
                .setExposedPorts(ports(service))
                .setLabels(labels(service));
    }

    private static Set<Port> ports(ServiceImage service) {
        return service.isService()
                ? Set.of(Port.tcp(service.port()), Port.tcp(MANAGEMENT_PORT))
                : Set.of();
    }

    private static List<String> entryPoint(ServiceImage service) {
        List<String> command = new ArrayList<>();
        command.add(ServiceLayers.RUNTIME_IN_IMAGE + "/bin/java");
        command.addAll(AotTraining.OPTIONS);
        command.addAll(service.options(ServiceFiles.NATIVE_IN_IMAGE));
        command.add("-XX:AOTCache=" + ServiceFiles.IN_IMAGE + "/classes.aot");
        command.add("-jar");
        command.add(ServiceFiles.IN_IMAGE + "/" + service.image() + ".jar");
        return command;
    }

    /** What is given here may be given otherwise from outside, and then does not hold. */
    private Map<String, String> environment(ServiceImage service) throws IOException {
        Map<String, String> all = new TreeMap<>();
        if (!service.isService()) {
            // Options of its JVM are in its entry point: of those in a variable the JVM prints a
            // line.
            all.put("HOME", "/tmp");
            return all;
        }
        all.put("JAVA_TOOL_OPTIONS", "-XX:+UseSerialGC " + HeapShare.option(options.root()));
        // The tables' library frees memory on other threads than it takes it on: with an arena per
        // thread a hundred megabytes of it stay with the process, unused.
        all.put("MALLOC_ARENA_MAX", "2");
        all.put("SERVER_ADDRESS", "0.0.0.0");
        all.put("SERVER_PORT", String.valueOf(service.port()));
        all.put("SERVER_SHUTDOWN", "graceful");
        all.put("SPRING_LIFECYCLE_TIMEOUTPERSHUTDOWNPHASE", "120s");
        all.put("MANAGEMENT_SERVER_PORT", String.valueOf(MANAGEMENT_PORT));
        all.put("GIZA_BUILD_COMMIT", options.revision());
        all.put("GIZA_METADATA_DATADIR", ServiceLayers.DATA_IN_IMAGE);
        all.put("GIZA_FRAGMENT_DATADIR", ServiceLayers.DATA_IN_IMAGE);
        return all;
    }

    private Map<String, String> labels(ServiceImage service) throws IOException {
        Map<String, String> all = new TreeMap<>();
        all.put("org.opencontainers.image.title", service.image());
        all.put("org.opencontainers.image.description", service.description());
        all.put("org.opencontainers.image.version", options.version());
        all.put("org.opencontainers.image.revision", options.revision());
        all.put("org.opencontainers.image.licenses", "Apache-2.0");
        if (options.base() != null) {
            int at = options.base().indexOf('@');
            all.put("org.opencontainers.image.base.name", options.base().substring(0, at));
            all.put("org.opencontainers.image.base.digest", options.base().substring(at + 1));
        }
        all.put("io.giza.components", ServiceLayers.COMPONENTS_IN_IMAGE);
        all.put("io.giza.components.sha256", Folders.sha256(staging.of(service).components()));
        return all;
    }
}
