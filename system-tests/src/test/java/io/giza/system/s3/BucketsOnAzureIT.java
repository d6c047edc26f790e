package io.giza.system.s3;

import io.giza.standalone.config.ClusterShape.Stores;
import io.giza.standalone.config.StandaloneOptions;
import io.giza.testkit.azure.NeedsAzurite;

import java.nio.file.Path;

/** What {@link BucketsIT} shows, with rows in tables at Azure. */
@NeedsAzurite
class BucketsOnAzureIT extends BucketsIT {
    @Override
    StandaloneOptions options(Path folder) {
        return super.options(folder).withStores(Stores.AZURITE);
    }
}
