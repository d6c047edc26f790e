package io.giza.system.s3;

import io.giza.standalone.config.ClusterShape.Stores;
import io.giza.standalone.config.StandaloneOptions;
import io.giza.testkit.azure.NeedsAzurite;

import java.nio.file.Path;

/** What {@link ConditionsIT} shows, with rows and fragments in accounts of Azure Storage. */
@NeedsAzurite
class ConditionsOnAzureIT extends ConditionsIT {
    @Override
    StandaloneOptions options(Path folder) {
        return super.options(folder).withStores(Stores.AZURITE);
    }
}
