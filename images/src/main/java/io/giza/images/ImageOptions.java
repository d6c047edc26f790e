package io.giza.images;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.List;

/**
 * What is built, and how it is marked.
 *
 * @param root the folder of the sources
 * @param out where archives go
 * @param services of which services
 * @param version of Giza
 * @param revision the commit that it is built from, "unknown" if nobody can tell
 * @param tag of the images
 * @param base another image to begin with, by its digest; null for Debian's packages
 * @param push a registry, and a path in it, that images are sent to; null for none
 * @param insecure whether registries may be spoken to by plain HTTP
 */
record ImageOptions(
        Path root,
        Path out,
        List<ServiceImage> services,
        String version,
        String revision,
        String tag,
        @Nullable String base,
        @Nullable String push,
        boolean insecure) {
    /** Returns the archive of an image. */
    Path archive(ServiceImage service) {
        return out.resolve(service.image() + ".tar");
    }

    /** Returns the list of components that lies beside the archive of an image. */
    Path components(ServiceImage service) {
        return out.resolve(service.image() + ".cdx.json");
    }

    /** Returns what an image is called in its archive. */
    String name(ServiceImage service) {
        return service.image() + ":" + tag;
    }
}
