package io.giza.fragment;

import io.giza.azure.AzureAccount;
import io.giza.azure.settings.AzureSettings;
import io.giza.config.ByteSize;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What a fragment service is told, under {@code giza.fragment}.
 *
 * @param store where fragments lie: in a folder, or in a container of Azure Storage
 * @param azure the account, where they lie there
 * @param blockBuffers how many buffers of 4 MiB uploads to Azure may have; more of them get small
 *     ones
 * @param dataDir the folder that holds the fragments; one service each
 * @param rollbackGuard whether the store asks metadata-services of other data centers how far they
 *     know it to have come, before it serves
 * @param maxFragmentSize the largest fragment that is accepted
 * @param transferBuffers how many buffers of 512 KiB uploads and downloads may have; more of them
 *     get small ones
 * @param directWrites whether large fragments are written past the page cache where the file system
 *     allows it
 * @param copies copies of other data centers' fragments, for gateways to read
 * @param idleTimeout how long an upload or a download may stand still before it is cut
 */
@ConfigurationProperties("giza.fragment")
record FragmentProperties(
        @DefaultValue("disk") Store store,
        @Nullable AzureSettings azure,
        @DefaultValue("16") int blockBuffers,
        @DefaultValue("giza-data/fragments") Path dataDir,
        @DefaultValue("true") boolean rollbackGuard,
        @DefaultValue("6TiB") ByteSize maxFragmentSize,
        @DefaultValue("32") int transferBuffers,
        @DefaultValue("true") boolean directWrites,
        @DefaultValue Copies copies,
        @DefaultValue("5m") Duration idleTimeout) {
    /**
     * Copies of fragments of other data centers.
     *
     * @param size how much room they may take, none if 0
     * @param dir the folder that holds them, one service each; if null, {@code copies} beside that
     *     of the fragments
     * @param keep for how long one is kept at most
     */
    public record Copies(
            @DefaultValue("0B") ByteSize size,
            @Nullable Path dir,
            @DefaultValue("7d") Duration keep) {
        private static final long LEAST = 1 << 20;

        public Copies {
            if (size.bytes() != 0 && size.bytes() < LEAST) {
                throw new IllegalArgumentException(
                        "giza.fragment.copies.size must be 0B, for none, or at least 1MiB, not "
                                + size);
            }
            if (dir != null && dir.toString().isBlank()) {
                throw new IllegalArgumentException(
                        "giza.fragment.copies.dir is empty: name a folder for the copies");
            }
            if (keep.compareTo(Duration.ofMinutes(1)) < 0
                    || keep.compareTo(Duration.ofDays(365)) > 0) {
                throw new IllegalArgumentException(
                        "giza.fragment.copies.keep must be 1m to 365d, not " + keep);
            }
        }
    }

    /** Where fragments lie. */
    public enum Store {
        /** In a folder of this machine. */
        DISK,
        /** In a container of Azure Storage. */
        AZURE
    }

    public FragmentProperties {
        if (dataDir.toString().isBlank()) {
            throw new IllegalArgumentException(
                    "giza.fragment.data-dir is empty: name a folder for the fragments");
        }
        if (maxFragmentSize.bytes() < 1) {
            throw new IllegalArgumentException(
                    "giza.fragment.max-fragment-size must be at least 1B, not " + maxFragmentSize);
        }
        if (transferBuffers < 1 || transferBuffers > 4096) {
            throw new IllegalArgumentException(
                    "giza.fragment.transfer-buffers must be 1 to 4096, not " + transferBuffers);
        }
        if (idleTimeout.compareTo(Duration.ofSeconds(1)) < 0
                || idleTimeout.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException(
                    "giza.fragment.idle-timeout must be 1s to 1h, not " + idleTimeout);
        }
        if (blockBuffers < 1 || blockBuffers > 1024) {
            throw new IllegalArgumentException(
                    "giza.fragment.block-buffers must be 1 to 1024, not " + blockBuffers);
        }
        if (store == Store.AZURE) {
            AzureAccount _ = account(azure);
        }
    }

    /** Returns the folder for copies of other data centers' fragments. */
    Path copiesDir() {
        Path dir = copies.dir();
        return dir == null ? dataDir.resolveSibling("copies") : dir;
    }

    /** Returns the account for the fragments. */
    AzureAccount account() {
        return account(azure);
    }

    private static AzureAccount account(@Nullable AzureSettings azure) {
        return (azure == null ? AzureSettings.none() : azure).toAccount("giza.fragment.azure");
    }
}
