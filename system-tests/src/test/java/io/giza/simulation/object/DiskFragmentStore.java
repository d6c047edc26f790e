package io.giza.simulation.object;

import io.giza.fragment.store.BlobStore.Blob;
import io.giza.fragment.store.BlobStore.BlobUpload;
import io.giza.fragment.store.FragmentGate;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.record.FragmentName;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.simulation.disk.DiskRules;
import io.giza.simulation.object.FragmentProcess.Running;
import io.giza.stripe.FragmentHeader;
import io.giza.testkit.sim.Simulation;
import io.giza.wire.BinaryFragmentFormat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A fragment-service with the files of production, whose process ends now and then, also while a
 * fragment is being written.
 */
final class DiskFragmentStore implements FragmentStore, ObjectOracle.Holdings {
    private final DcName dc;
    private final FragmentProcess process;
    private final Set<String> names = new TreeSet<>();

    /**
     * Makes an empty store that never ends, until it is told a rate.
     *
     * @param folder where its files lie
     */
    DiskFragmentStore(DcName dc, Simulation simulation, DiskRules rules, Path folder) {
        this.dc = dc;
        this.process = new FragmentProcess(dc, simulation, rules, folder);
    }

    /** Returns what runs it. */
    FragmentProcess process() {
        return process;
    }

    @Override
    public DcName dc() {
        return dc;
    }

    @Override
    public boolean holds(FragmentId id) {
        return process.isDurable(FragmentName.of(id));
    }

    @Override
    public long count(String putId) {
        return names.stream()
                .filter(name -> name.contains(putId))
                .filter(name -> process.isDurable(new FragmentName(name)))
                .count();
    }

    @Override
    public FragmentUpload create(FragmentId id, long length) {
        return new Upload(id, length);
    }

    private FragmentUpload.Outcome store(FragmentId id, byte[] bytes) throws ReplicaException {
        FragmentName name = FragmentName.of(id);
        names.add(name.path());
        return process.run(
                running -> {
                    FragmentHeader header =
                            new BinaryFragmentFormat().read(new ByteArrayInputStream(bytes));
                    var arrival = new FragmentGate.Arrival(header, 0);
                    try (BlobUpload upload = running.blobs().begin(name, header, bytes.length)) {
                        upload.write(bytes, 0, bytes.length);
                        return switch (create(running, arrival, upload)) {
                            case STORED -> FragmentUpload.Outcome.STORED;
                            case EXISTS -> FragmentUpload.Outcome.ALREADY_THERE;
                            case LATER_FORMAT, STALE, NOT_READY ->
                                    throw new AssertionError("in an epoch that never ends: " + id);
                        };
                    }
                });
    }

    private FragmentGate.Outcome create(
            Running running, FragmentGate.Arrival arrival, BlobUpload upload) throws IOException {
        return process.rules().forcesFirst()
                ? running.gate().create(arrival, upload)
                : process.in(ForceMode.NOT_AT_ALL, () -> running.gate().create(arrival, upload));
    }

    @Override
    public FragmentRead read(FragmentId id, long offset, long length) throws ReplicaException {
        return process.run(
                running -> {
                    Optional<Blob> blob = open(running, FragmentName.of(id), offset, length);
                    if (blob.isEmpty()) {
                        return new FragmentRead.Absent();
                    }
                    try (InputStream bytes = Channels.newInputStream(blob.get().bytes())) {
                        return new FragmentRead.Found(
                                new ByteArrayInputStream(bytes.readAllBytes()));
                    }
                });
    }

    private Optional<Blob> open(Running running, FragmentName name, long offset, long length)
            throws IOException {
        return process.rules().readersForce()
                ? running.blobs().open(name, offset, length)
                : process.in(
                        ForceMode.NOT_AT_ALL, () -> running.blobs().open(name, offset, length));
    }

    @Override
    public void delete(FragmentId id) throws ReplicaException {
        process.run(
                running ->
                        process.in(
                                ForceMode.AT_ONCE,
                                () -> {
                                    running.blobs().delete(FragmentName.of(id));
                                    return true;
                                }));
    }

    /** Gathers what it is to store. */
    private final class Upload implements FragmentUpload {
        private final FragmentId id;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final long length;

        Upload(FragmentId id, long length) {
            this.id = id;
            this.length = length;
        }

        @Override
        public void write(ByteBuffer chunk) {
            byte[] copy = new byte[chunk.remaining()];
            chunk.get(copy);
            bytes.writeBytes(copy);
        }

        @Override
        public Completion complete() throws ReplicaException {
            if (bytes.size() != length) {
                throw new IllegalStateException(id + ": " + bytes.size() + ", not " + length);
            }
            return new Completion(store(id, bytes.toByteArray()), Optional.empty());
        }

        @Override
        public void close() {
            // It holds nothing but memory.
        }
    }
}
