package io.giza.system.s3;

import io.giza.standalone.config.StandaloneOptions;

import java.nio.file.Path;

/** What {@link ObjectsOnAzureIT} shows, past the fragment-services of other data centers. */
class ObjectsDirectIT extends ObjectsOnAzureIT {
    @Override
    StandaloneOptions options(Path folder) {
        return super.options(folder).withSetting("giza.data-path", "direct");
    }
}
