package io.giza.simulation.object;

import io.giza.model.DcName;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.disk.DiskRules;
import io.giza.testkit.sim.Simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** The fragment stores of a cluster, on disks. */
final class FragmentDisks {
    private final Map<DcName, DiskFragmentStore> stores = new LinkedHashMap<>();

    private FragmentDisks() {}

    /** Makes stores that lose power now and then. */
    static FragmentDisks of(Simulation simulation, List<DcName> dcs, DiskRules rules) {
        FragmentDisks disks = new FragmentDisks();
        RandomGenerator random = simulation.surroundings("blobs").random();
        Path folder = freshFolder();
        for (DcName dc : dcs) {
            var store = new DiskFragmentStore(dc, simulation, rules, folder.resolve(dc.toString()));
            store.process()
                    .setFailureRates(
                            new double[] {0, 0.01, 0.05}[random.nextInt(3)],
                            new double[] {0, 0.3, 0.8}[random.nextInt(3)]);
            disks.stores.put(dc, store);
        }
        return disks;
    }

    /** Returns the same reach, of these stores instead of the cluster's own. */
    Reach replacing(Reach reach) {
        return new Reach() {
            @Override
            public MetadataReplica metadata(DcName from, MetadataReplica replica) {
                return reach.metadata(from, replica);
            }

            @Override
            public FragmentStore fragments(DcName from, FragmentStore store) {
                return reach.fragments(from, Objects.requireNonNull(stores.get(store.dc())));
            }
        };
    }

    List<DiskFragmentStore> stores() {
        return List.copyOf(stores.values());
    }

    /** All lose power once more, and run undisturbed from then on. */
    void calm() {
        stores.values().forEach(each -> each.process().calm());
    }

    /** Returns how often one of them started again. */
    int restarts() {
        return stores.values().stream().mapToInt(each -> each.process().restarts()).sum();
    }

    /** One run after another uses the folder, since a run that fails has no end that could tidy. */
    private static Path freshFolder() {
        try {
            Path run = Folder.OF_ALL.resolve("run");
            delete(run);
            return Files.createDirectory(run);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            List<Path> paths = new ArrayList<>();
            try (Stream<Path> walk = Files.walk(folder)) {
                walk.sorted(Comparator.reverseOrder()).forEach(paths::add);
            }
            for (Path path : paths) {
                Files.delete(path);
            }
        }
    }

    private static final class Folder {
        static final Path OF_ALL = make();

        private static Path make() {
            try {
                Path folder = Files.createTempDirectory("giza-disks-");
                Runtime.getRuntime().addShutdownHook(new Thread(() -> deleteAtLast(folder)));
                return folder;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static void deleteAtLast(Path folder) {
            try {
                delete(folder);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
