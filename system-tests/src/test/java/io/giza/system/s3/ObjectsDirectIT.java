package io.giza.system.s3;

import io.giza.standalone.config.StandaloneOptions;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import java.nio.file.Path;

/**
 * The tests of {@link ObjectsOnAzureIT} past the fragment-services of other data centers. They take
 * long, so they need more seeds than usual.
 */
@EnabledIfSystemProperty(named = "giza.seeds", matches = "[2-9]|\\d\\d+")
class ObjectsDirectIT extends ObjectsOnAzureIT {
    @Override
    StandaloneOptions options(Path folder) {
        return super.options(folder).withSetting("giza.data-path", "direct");
    }
}
