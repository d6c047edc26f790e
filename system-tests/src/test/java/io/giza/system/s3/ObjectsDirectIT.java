package io.giza.system.s3;

import io.giza.standalone.config.StandaloneOptions;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import java.nio.file.Path;

/**
 * What {@link ObjectsOnAzureIT} shows, past the fragment-services of other data centers. It takes
 * long, so it runs where more seeds than usual do.
 */
@EnabledIfSystemProperty(named = "giza.seeds", matches = "[2-9]|\\d\\d+")
class ObjectsDirectIT extends ObjectsOnAzureIT {
    @Override
    StandaloneOptions options(Path folder) {
        return super.options(folder).withSetting("giza.data-path", "direct");
    }
}
