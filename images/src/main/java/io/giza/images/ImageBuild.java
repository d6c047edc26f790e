package io.giza.images;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;

/** One build of images, which tells what it is doing. */
final class ImageBuild {
    private static final double MILLIS = 1000.0;

    private final ImageOptions options;
    private final Staging staging;
    private final PrintWriter progress;
    private final long began = System.nanoTime();

    /**
     * Prepares a build.
     *
     * @param work a folder for what is needed meanwhile
     * @param progress who is told of each step
     */
    ImageBuild(ImageOptions options, Path work, PrintWriter progress) {
        this.options = options;
        this.staging = new Staging(work);
        this.progress = progress;
    }

    /**
     * An image that is written.
     *
     * @param service of which service
     * @param digest of its manifest
     * @param archive its file
     * @param pushed its name in the registry that it was sent to, null if it was sent to none
     */
    record Result(ServiceImage service, String digest, Path archive, @Nullable String pushed) {}

    /** Puts together what the images consist of. */
    void stage() throws IOException {
        Components components = base();
        tell("a JVM of the modules that services use");
        staging.link();
        tell("the services and their libraries");
        staging.unpack(options.root(), options.version());
        for (ServiceImage service : options.services()) {
            tell("how %s starts".formatted(service.module()));
            staging.train(service);
            Path listed =
                    options.root().resolve(service.module()).resolve("target").resolve("bom.json");
            components.write(listed, staging.of(service).components());
        }
    }

    private Components base() throws IOException {
        if (options.base() != null) {
            return Components.on(options.base());
        }
        tell("Debian's packages of images/base.lock");
        BaseLock lock = BaseLock.read(options.root().resolve("images").resolve("base.lock"));
        staging.takeDebian(lock, new DebianPackages(DebianPackages.userCache()));
        return Components.on(lock);
    }

    /** Writes an image, and sends it to the registry that was named. */
    Result write(ServiceImage service) throws IOException {
        tell(service.image());
        Files.createDirectories(options.out());
        var writer = new ImageWriter(options, staging, new ServiceLayers(options.root(), staging));
        String digest = writer.archive(service);
        Files.copy(
                staging.of(service).components(),
                options.components(service),
                StandardCopyOption.REPLACE_EXISTING);
        String pushed = null;
        if (options.push() != null) {
            tell("%s goes to %s".formatted(service.image(), options.push()));
            pushed = writer.push(service, options.push());
        }
        return new Result(service, digest, options.archive(service), pushed);
    }

    private void tell(String step) {
        double seconds = Duration.ofNanos(System.nanoTime() - began).toMillis() / MILLIS;
        progress.printf("%6.1f s  %s ...%n", seconds, step);
        progress.flush();
    }
}
