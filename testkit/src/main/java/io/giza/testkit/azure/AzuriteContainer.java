package io.giza.testkit.azure;

import io.giza.azurite.AzuriteInstallation;

import org.jspecify.annotations.Nullable;
import org.testcontainers.utility.DockerImageName;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Azurite in its official image, for a test that {@link NeedsDocker}. */
public final class AzuriteContainer implements Azurite {
    static final DockerImageName IMAGE =
            DockerImageName.parse("mcr.microsoft.com/azure-storage/azurite")
                    .withTag(AzuriteInstallation.VERSION);

    private static final int BLOBS = 10_000;
    private static final int TABLES = 10_002;

    private final org.testcontainers.azure.AzuriteContainer container;

    private AzuriteContainer(org.testcontainers.azure.AzuriteContainer container) {
        this.container = container;
    }

    /** Starts a container and returns when it listens. */
    public static AzuriteContainer start() {
        org.testcontainers.azure.AzuriteContainer container =
                new org.testcontainers.azure.AzuriteContainer(IMAGE);
        // The SDK speaks a version of the service that the emulator does not list yet.
        container.withCreateContainerCmdModifier(
                command -> command.withCmd(with(command.getCmd(), "--skipApiVersionCheck")));
        try {
            container.start();
            return new AzuriteContainer(container);
        } catch (RuntimeException e) {
            container.close();
            throw e;
        }
    }

    private static List<String> with(String @Nullable [] command, String option) {
        List<String> all = new ArrayList<>(List.of(Objects.requireNonNull(command)));
        all.add(option);
        return all;
    }

    @Override
    public int blobPort() {
        return container.getMappedPort(BLOBS);
    }

    @Override
    public int tablePort() {
        return container.getMappedPort(TABLES);
    }

    @Override
    public void close() {
        container.close();
    }
}
