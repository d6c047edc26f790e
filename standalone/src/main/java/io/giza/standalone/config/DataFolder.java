package io.giza.standalone.config;

import io.giza.config.PrivateFolder;
import io.giza.model.DcName;

import org.springframework.util.FileSystemUtils;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * The folder of one cluster, held exclusively while it is open:
 *
 * <pre>
 * lock           held by the running cluster
 * cluster.json   the shape it was created with
 * topology.json  its topology, from the first replacement of a data center on
 * cluster.id     which cluster this is
 * cluster.token  the secret between its services (0600)
 * master.key     what the secrets of access keys are encrypted with (0600)
 * access.key     the access key that was made at the first start, and its secret (0600)
 * control.json   where the running cluster listens for 'dc stop' and the like (0600)
 * giza.log       the log of all services (0600)
 * dc1            for its owner only (0700)
 * dc1/metadata   rows of dc1's metadata-service
 * dc1/fragments  fragments of dc1's fragment-service
 * dc1/azurite    instead of the two: the data of dc1's emulator of Azure Storage
 * dc1/new        until its stores have begun with the cluster
 * </pre>
 *
 * A data center whose folder is not there has lost what it stored. It must not start as if it never
 * had voted or stored anything: an empty one takes its place, in the next epoch.
 */
public final class DataFolder implements AutoCloseable {
    /** The name of the file of all logs. */
    public static final String LOG = "giza.log";

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String CLUSTER_ID = "cluster.id";
    private static final String NEW = "new";
    private static final String TOPOLOGY = "topology.json";
    private static final String MASTER_KEY = "master.key";
    private static final String ACCESS_KEY = "access.key";

    private final Path path;
    private final FileChannel lock;

    private DataFolder(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /**
     * Creates the folder if it is not there and takes it.
     *
     * @throws RefusedException if it is not writable or another cluster holds it
     */
    public static DataFolder open(Path path) {
        try {
            if (!Files.isDirectory(path)) {
                PrivateFolder.make(path);
            }
            PrivateFiles.makePrivate(path.resolve(LOG));
            return new DataFolder(path, lock(path));
        } catch (IOException e) {
            throw PrivateFiles.unwritable(path, e);
        }
    }

    /** Returns the shape a folder was created with, empty if no cluster ever was in it. */
    public static Optional<ClusterShape> shapeOf(Path folder) {
        Path file = folder.resolve("cluster.json");
        try {
            return Files.exists(file)
                    ? Optional.of(JSON.readValue(Files.readString(file), ClusterShape.class))
                    : Optional.empty();
        } catch (IOException | JacksonException e) {
            throw new RefusedException(file + " is unreadable: " + e.getMessage(), e);
        }
    }

    /**
     * Binds the folder to a shape the first time, and checks it from then on.
     *
     * @throws RefusedException if it was created with another
     */
    public void bindShape(ClusterShape shape) {
        Optional<ClusterShape> kept = shapeOf(path);
        if (kept.isEmpty()) {
            PrivateFiles.write(path.resolve("cluster.json"), JSON.writeValueAsString(shape));
        } else if (!kept.get().equals(shape)) {
            throw new RefusedException(
                    path
                            + " was created with "
                            + kept.get()
                            + ": start it with the same or choose another folder with --data.");
        }
    }

    /** Makes the folders of data centers that never had one, and closes the others to others. */
    public void prepareDcs(List<DcName> dcs) {
        boolean first = shapeOf(path).isEmpty();
        for (DcName dc : dcs) {
            boolean isFresh = first && isEmpty(dc);
            if (first || !isLost(dc)) {
                makeEmpty(dc);
            }
            if (isFresh) {
                PrivateFiles.write(dcFolder(dc).resolve(NEW), "its stores have not begun yet");
            }
        }
    }

    private boolean isEmpty(DcName dc) {
        String[] inside = dcFolder(dc).toFile().list();
        return inside == null || inside.length == 0;
    }

    /** Tells whether the stores of a data center have never begun: only then may they be empty. */
    public boolean isNew(DcName dc) {
        return Files.exists(dcFolder(dc).resolve(NEW));
    }

    /** Notes that the stores of a data center have begun with the cluster. */
    public void markStarted(DcName dc) {
        try {
            Files.deleteIfExists(dcFolder(dc).resolve(NEW));
        } catch (IOException e) {
            throw PrivateFiles.unwritable(path, e);
        }
    }

    /** Tells whether all that a data center stored is gone. */
    public boolean isLost(DcName dc) {
        return !Files.isDirectory(dcFolder(dc));
    }

    /** Makes the folder of a data center that has none; nobody but its owner may enter it. */
    public void makeEmpty(DcName dc) {
        try {
            PrivateFolder.make(dcFolder(dc));
        } catch (IOException e) {
            throw PrivateFiles.unwritable(path, e);
        }
    }

    /** Throws away all that a data center stored; a crash on the way leaves none of it in use. */
    public void wipe(DcName dc) {
        Path wiped = path.resolve(dc.value() + ".wiped");
        try {
            FileSystemUtils.deleteRecursively(wiped);
            Files.move(dcFolder(dc), wiped, StandardCopyOption.ATOMIC_MOVE);
            FileSystemUtils.deleteRecursively(wiped);
        } catch (IOException e) {
            throw PrivateFiles.unwritable(path, e);
        }
    }

    private Path dcFolder(DcName dc) {
        return path.resolve(dc.value());
    }

    /** Returns what changed about the topology since the beginning. */
    public LocalTopology topology() {
        Path file = path.resolve(TOPOLOGY);
        try {
            return Files.exists(file)
                    ? JSON.readValue(Files.readString(file), LocalTopology.class)
                    : LocalTopology.INITIAL;
        } catch (IOException | JacksonException e) {
            throw new RefusedException(file + " is unreadable: " + e.getMessage(), e);
        }
    }

    /** Keeps a topology, for good. */
    public void saveTopology(LocalTopology topology) {
        PrivateFiles.write(path.resolve(TOPOLOGY), JSON.writeValueAsString(topology));
    }

    /** Returns which cluster this is, drawn the first time. */
    public String clusterId() {
        return readOrCreate(CLUSTER_ID, () -> UUID.randomUUID().toString());
    }

    /** Returns the secret of the cluster, made the first time. */
    public String token() {
        return readOrCreate(ClusterToken.FILE, ClusterToken::random);
    }

    /** Makes the master key the first time, before data centers read it. */
    public void ensureMasterKey() {
        masterKey();
    }

    /**
     * Returns what the secrets of access keys are encrypted with, in base 64, made the first time.
     */
    public String masterKey() {
        return readOrCreate(
                MASTER_KEY, () -> Base64.getEncoder().encodeToString(ClusterToken.randomSecret()));
    }

    /**
     * Returns the access key of a cluster that is given none, made the first time.
     *
     * @throws RefusedException if its file is not as it was written
     */
    public Credentials credentials() {
        Credentials fresh = Credentials.random();
        String[] kept =
                readOrCreate(ACCESS_KEY, () -> fresh.accessKey() + "\n" + fresh.secretKey())
                        .split("\\s+", -1);
        if (kept.length != 2) {
            throw new RefusedException(
                    path.resolve(ACCESS_KEY)
                            + " must hold an access key and its secret on two lines: correct it,"
                            + " or delete it to have a new one made.");
        }
        return new Credentials(kept[0], kept[1]);
    }

    private String readOrCreate(String name, Supplier<String> fresh) {
        Path file = path.resolve(name);
        try {
            if (!Files.exists(file)) {
                PrivateFiles.write(file, fresh.get());
            }
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw PrivateFiles.unwritable(path, e);
        }
    }

    /** Tells those who may read the folder where the running cluster listens. */
    public void announce(ControlAddress address) {
        PrivateFiles.write(path.resolve(ControlAddress.FILE), JSON.writeValueAsString(address));
    }

    /** Returns the file of all logs. */
    public Path log() {
        return path.resolve(LOG);
    }

    /** Returns the folder itself. */
    Path path() {
        return path;
    }

    /** Withdraws the announcement and lets the folder go. */
    @Override
    public void close() {
        try (lock) {
            Files.deleteIfExists(path.resolve(ControlAddress.FILE));
        } catch (IOException e) {
            throw PrivateFiles.unwritable(path, e);
        }
    }

    private static FileChannel lock(Path path) throws IOException {
        FileChannel channel =
                FileChannel.open(
                        path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = null;
        try {
            held = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            channel.close();
        }
        if (held == null) {
            channel.close();
            throw new RefusedException(
                    "another 'giza up' runs on "
                            + path
                            + ": stop it or choose another folder with --data.");
        }
        return channel;
    }
}
