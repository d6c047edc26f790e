package io.giza.system.s3;

import io.giza.standalone.config.ClusterShape;
import io.giza.standalone.config.StandaloneOptions;
import io.giza.testkit.azure.AzuriteContainer;
import io.giza.testkit.azure.NeedsDocker;

import org.junit.jupiter.api.AfterAll;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What {@link ObjectsIT} shows, with a container of the emulator's official image per account. */
@NeedsDocker
class ObjectsInDockerIT extends ObjectsIT {
    private final List<AzuriteContainer> containers = new ArrayList<>();

    @Override
    StandaloneOptions options(Path folder) {
        for (int dc = 0; dc < ClusterShape.DEFAULT.dcs(); dc++) {
            containers.add(AzuriteContainer.start());
        }
        return super.options(folder)
                .withStores(ClusterShape.Stores.AZURITE)
                .withAzureConnectionStrings(
                        containers.stream().map(AzuriteContainer::connectionString).toList());
    }

    @Override
    @AfterAll
    void stop() {
        super.stop();
        containers.forEach(AzuriteContainer::close);
    }
}
