package io.giza.fragment;

import io.giza.azure.blob.BlockBuffers;
import io.giza.cluster.ProgressNotesFactory;
import io.giza.commit.rollback.RollbackGuard;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.VirtualThreads;
import io.giza.config.ClusterConfiguration;
import io.giza.disk.Force;
import io.giza.disk.StoreSpace;
import io.giza.fragment.cache.CopyStore;
import io.giza.fragment.http.CopyHandler;
import io.giza.fragment.http.DiskConditions;
import io.giza.fragment.http.FragmentDispatcher;
import io.giza.fragment.http.FragmentHandler;
import io.giza.fragment.http.InventoryHandler;
import io.giza.fragment.store.AzureBlobStore;
import io.giza.fragment.store.BlobExaminer;
import io.giza.fragment.store.BlobStore;
import io.giza.fragment.store.DiskBlobStore;
import io.giza.fragment.store.FragmentGate;
import io.giza.fragment.store.FragmentMetrics;
import io.giza.fragment.store.TimedForce;
import io.giza.fragment.store.TransferBuffers;
import io.giza.http.ServiceClient;
import io.giza.http.server.Limits;
import io.giza.http.server.RequestHandler;
import io.giza.http.server.RollbackGate;
import io.giza.http.server.SeatGate;
import io.giza.membership.Occupant;
import io.giza.service.GuardedStart;
import io.giza.service.StoreConfiguration;
import io.giza.version.FragmentAdmission;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.Optional;

/** The object graph of the fragment service. */
@Configuration(proxyBeanMethods = false)
@Import(StoreConfiguration.class)
@EnableConfigurationProperties(FragmentProperties.class)
class FragmentServiceConfiguration {
    @Bean
    TransferBuffers transferBuffers(FragmentProperties properties) {
        return new TransferBuffers(properties.transferBuffers());
    }

    @Bean(destroyMethod = "close")
    BlobStore blobStore(
            FragmentProperties properties, TransferBuffers buffers, MeterRegistry meters) {
        return switch (properties.store()) {
            case DISK ->
                    DiskBlobStore.open(
                            properties.dataDir(),
                            buffers,
                            properties.directWrites(),
                            new TimedForce(Force.OR_HALT, FragmentMetrics.forces(meters)));
            case AZURE ->
                    AzureBlobStore.open(
                            properties.account(),
                            new BlockBuffers(properties.blockBuffers()),
                            new VirtualThreads());
        };
    }

    /** Where no copies are kept there is nothing to open. */
    @Bean(destroyMethod = "close")
    OpenCopies openCopies(
            FragmentProperties properties, TransferBuffers buffers, MeterRegistry meters)
            throws IOException {
        FragmentProperties.Copies copies = properties.copies();
        if (copies.size().bytes() == 0) {
            return new OpenCopies(Optional.empty());
        }
        var limits = new CopyStore.Limits(copies.size().bytes(), copies.keep());
        return new OpenCopies(
                Optional.of(CopyStore.open(properties.copiesDir(), buffers, limits, meters)));
    }

    /** The copies of other data centers' fragments, if any are kept. */
    record OpenCopies(Optional<CopyStore> store) implements AutoCloseable {
        @Override
        public void close() {
            store.ifPresent(CopyStore::close);
        }
    }

    @Bean
    MeterBinder storeSpace(FragmentProperties properties) {
        return switch (properties.store()) {
            case DISK -> new StoreSpace("fragments", properties.dataDir());
            case AZURE -> _ -> {};
        };
    }

    @Bean
    BlobExaminer blobExaminer(BlobStore blobs, MeterRegistry meters) {
        return new BlobExaminer(blobs, meters);
    }

    /**
     * Enters the topology before anything is served. A store of another place, or an empty one that
     * nobody expects to be empty, stops the start here.
     */
    @Bean
    FragmentGate fragmentGate(
            ClusterConfiguration cluster,
            FragmentProperties properties,
            BlobStore blobs,
            BlobExaminer examiner)
            throws IOException {
        FragmentGate gate = new FragmentGate(blobs, examiner, FragmentAdmission.PROTOCOL);
        gate.enter(
                cluster.seats()
                        .startup(
                                cluster.dc(),
                                Occupant.Part.FRAGMENTS,
                                storeLocation(properties),
                                cluster.initialize(),
                                cluster.acceptEpoch(),
                                new SecureRandom()));
        return gate;
    }

    /** Only a store that counts what it writes can be told from an older copy of itself. */
    @Bean
    RollbackGuard rollbackGuard(
            ClusterConfiguration cluster,
            FragmentProperties properties,
            FragmentGate gate,
            ServiceClient client,
            Surroundings surroundings)
            throws IOException {
        boolean mayBeOlder = gate.sequence().isPresent();
        return new RollbackGuard(
                gate,
                Occupant.Part.FRAGMENTS,
                mayBeOlder && properties.rollbackGuard(),
                ProgressNotesFactory.of(cluster, client, surroundings),
                surroundings.time());
    }

    @Bean(destroyMethod = "close")
    GuardedStart guardedStart(
            RollbackGuard guard,
            FragmentProperties properties,
            ConfigurableApplicationContext context,
            ApplicationAvailability availability,
            Surroundings surroundings) {
        return new GuardedStart(
                guard, storeLocation(properties), true, context, availability, surroundings);
    }

    private static String storeLocation(FragmentProperties properties) {
        return switch (properties.store()) {
            case DISK -> "the fragment store in " + properties.dataDir().toAbsolutePath();
            case AZURE -> "the fragment store of giza.fragment.azure";
        };
    }

    @Bean
    RequestHandler fragmentHandler(
            BlobStore blobs,
            FragmentGate gate,
            RollbackGuard guard,
            BlobExaminer examiner,
            TransferBuffers buffers,
            OpenCopies copies,
            FragmentProperties properties,
            MeterRegistry meters) {
        var copyHandler = copies.store().map(store -> new CopyHandler(store, buffers, meters));
        VirtualThreads threads = new VirtualThreads();
        var fragments =
                new FragmentHandler(
                        blobs,
                        gate,
                        buffers,
                        properties.maxFragmentSize().bytes(),
                        threads,
                        meters);
        var inventory = new InventoryHandler(blobs, gate, examiner, threads);
        return new SeatGate(
                gate::membership,
                new RollbackGate(
                        guard::isOpen,
                        new DiskConditions(
                                new FragmentDispatcher(fragments, inventory, copyHandler),
                                threads,
                                meters)));
    }

    /** A slow client of the gateway pauses its uploads for longer than others would. */
    @Bean
    Limits limits(FragmentProperties properties) {
        return Limits.stallingFor(properties.idleTimeout());
    }
}
