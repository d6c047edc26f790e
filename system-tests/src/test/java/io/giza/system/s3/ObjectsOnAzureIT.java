package io.giza.system.s3;

import io.giza.standalone.config.ClusterShape.Stores;
import io.giza.standalone.config.StandaloneOptions;
import io.giza.testkit.azure.NeedsAzurite;

import java.nio.file.Path;
import java.util.List;

/** What {@link ObjectsIT} shows, with rows and fragments in accounts of Azure Storage. */
@NeedsAzurite
class ObjectsOnAzureIT extends ObjectsIT {
    @Override
    StandaloneOptions options(Path folder) {
        return super.options(folder).withStores(Stores.AZURITE);
    }

    /** Which of them it is does not matter to a store: that is shown where stores are cheap. */
    @Override
    List<String> dataCenters() {
        return List.of("dc2");
    }
}
