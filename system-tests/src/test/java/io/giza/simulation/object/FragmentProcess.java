package io.giza.simulation.object;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.commit.rollback.ProgressNotes;
import io.giza.commit.rollback.RollbackGuard;
import io.giza.config.PrivateFolder;
import io.giza.disk.Force;
import io.giza.disk.HaltingForce;
import io.giza.fragment.store.BlobExaminer;
import io.giza.fragment.store.DiskBlobStore;
import io.giza.fragment.store.FragmentGate;
import io.giza.fragment.store.TransferBuffers;
import io.giza.membership.Membership;
import io.giza.membership.Occupant;
import io.giza.membership.StoreStartup;
import io.giza.model.DcName;
import io.giza.record.FragmentName;
import io.giza.replica.ReplicaException;
import io.giza.simulation.disk.DiskRules;
import io.giza.simulation.disk.FragmentDisk;
import io.giza.testkit.sim.Simulation;
import io.giza.version.FragmentAdmission;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.random.RandomGenerator;

/**
 * The process of a fragment-service over files, which loses power now and then and starts again at
 * once with what its disk has; whose disk fails to take what is forced, gives nothing back, or is
 * full.
 */
final class FragmentProcess {
    private static final long LONGEST_FORCE = 300_000_000;
    private static final double FAILED_FORCES = 0.1;

    private final DcName dc;
    private final Simulation simulation;
    private final RandomGenerator random;
    private final DiskRules rules;
    private final Path folder;
    private final FragmentDisk disk;
    private final TransferBuffers buffers = new TransferBuffers(1);
    private Running now;
    private double rate;
    private double stallRate;
    private int restarts;
    private @Nullable ProgressNotes notes;
    private @Nullable RollbackGuard guard;

    /** How what is forced now goes: the store calls it for whoever runs, and nobody else then. */
    private ForceMode forceMode = ForceMode.DISTURBED;

    /** What runs from one start to the next. */
    record Running(DiskBlobStore blobs, FragmentGate gate) {}

    /** The process ended while somebody waited. */
    private static final class EndedException extends IOException {
        private static final long serialVersionUID = 1L;
    }

    interface Work<T> {
        T in(Running running) throws IOException, ReplicaException;
    }

    interface Call<T> {
        T call() throws IOException;
    }

    /**
     * Starts with no fragments, and never ends, until it is told a rate.
     *
     * @param folder where its files lie
     */
    FragmentProcess(DcName dc, Simulation simulation, DiskRules rules, Path folder) {
        this.dc = dc;
        this.simulation = simulation;
        this.rules = rules;
        this.random = simulation.surroundings("blobs-" + dc).random();
        try {
            this.folder = folder.resolve("files");
            PrivateFolder.make(this.folder);
            Path kept = Files.createDirectory(folder.resolve("kept"));
            this.disk = new FragmentDisk(this.folder, kept, random);
            this.now = start();
            disk.losePower();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends at so many of its steps, and lets so many of its forces take long. */
    void setFailureRates(double ends, double stalls) {
        this.rate = ends;
        this.stallRate = stalls;
    }

    /** Loses power once more, and ends no more: all that was answered is on disk. */
    void calm() {
        setFailureRates(0, 0);
        restart();
    }

    /** Returns how often it started again. */
    int restarts() {
        return restarts;
    }

    /** Tells whether a fragment would be there after a loss of power. */
    boolean isDurable(FragmentName name) {
        return disk.isDurable(folder.resolve("blobs").resolve(name.path()));
    }

    /** Is guarded from now on, by what tables note. */
    void setNotes(ProgressNotes noting) {
        notes = noting;
        guard = guard(false);
    }

    private @Nullable RollbackGuard guard(boolean heeds) {
        ProgressNotes noting = notes;
        return noting == null
                ? null
                : new RollbackGuard(
                        now.gate(),
                        Occupant.Part.FRAGMENTS,
                        heeds,
                        noting,
                        simulation.scenario().time());
    }

    /** Tells the others how far it has come, and hears what they know; returns that. */
    Optional<String> round() throws IOException {
        return Objects.requireNonNull(guard).runOnce();
    }

    /** Returns a copy of its disk. */
    SortedMap<Path, Integer> copy() throws IOException {
        return disk.copy();
    }

    /** Starts again on a copy of its disk. */
    void putBack(SortedMap<Path, Integer> copy) throws IOException {
        now.blobs().close();
        disk.putBack(copy);
        now = start();
        guard = guard(rules.asksOthers());
    }

    DiskRules rules() {
        return rules;
    }

    private Running start() throws IOException {
        @Nullable DiskBlobStore[] mine = new DiskBlobStore[1];
        Force force = new FaultyForce(mine);
        ForceMode before = forceMode;
        forceMode = ForceMode.AT_ONCE;
        DiskBlobStore blobs =
                DiskBlobStore.open(
                        folder,
                        buffers,
                        false,
                        rules.endsOnFailure()
                                ? new HaltingForce(force, (_, _) -> restartIfRunning(mine[0]))
                                : force);
        mine[0] = blobs;
        FragmentGate gate =
                new FragmentGate(
                        blobs,
                        new BlobExaminer(blobs, new SimpleMeterRegistry()),
                        FragmentAdmission.PROTOCOL);
        if (!blobs.membership().isInitialized()) {
            Membership founder = StoreStartup.founding(dc, 1).after(Membership.UNINITIALIZED);
            check(blobs.replaceMembership(blobs.membership(), founder), "not told: " + dc);
        }
        forceMode = before;
        return new Running(blobs, gate);
    }

    private void restartIfRunning(@Nullable DiskBlobStore blobs) {
        if (now.blobs().equals(blobs)) {
            restart();
        }
    }

    private void restart() {
        restarts++;
        now.blobs().close();
        disk.losePower();
        try {
            now = start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        guard = guard(rules.asksOthers());
    }

    /** What the process does about its disk, and what happens to it meanwhile. */
    private final class FaultyForce implements Force {
        private final @Nullable DiskBlobStore[] of;

        FaultyForce(@Nullable DiskBlobStore[] of) {
            this.of = of;
        }

        @Override
        public void file(FileChannel channel, Path path) throws IOException {
            if (forceMode == ForceMode.NOT_AT_ALL) {
                return;
            }
            FragmentDisk.Pending pending = disk.begin(path);
            if (forceMode == ForceMode.AT_ONCE) {
                disk.end(pending);
                return;
            }
            pause();
            if (!now.blobs().equals(of[0])) {
                throw new EndedException();
            }
            if (random.nextDouble() < rate) {
                restart();
                throw new EndedException();
            }
            if (random.nextDouble() < rate * FAILED_FORCES) {
                disk.fail(pending);
                if (rules.endsOnFailure()) {
                    throw new IOException("Input/output error");
                }
                return;
            }
            disk.end(pending);
        }
    }

    private void pause() {
        if (stallRate > 0 && random.nextDouble() < stallRate) {
            simulation.scenario().time().sleep(Duration.ofNanos(random.nextLong(LONGEST_FORCE)));
        } else {
            simulation.yieldPoint();
        }
    }

    /** Does something that may fail, and whose answer is lost if the process ended meanwhile. */
    <T> T run(Work<T> work) throws ReplicaException {
        simulation.yieldPoint();
        Running running = now;
        RollbackGuard guarding = guard;
        if (guarding != null && !guarding.isOpen()) {
            throw new ReplicaException.NotReady(dc, "waits for others", null);
        }
        try {
            if (rate > 0 && random.nextDouble() < rate) {
                throw new IOException(
                        random.nextBoolean() ? "Input/output error" : "No space left on device");
            }
            T answer = work.in(running);
            simulation.yieldPoint();
            if (!now.equals(running)) {
                throw new EndedException();
            }
            return answer;
        } catch (IOException e) {
            if (!now.equals(running)) {
                throw new ReplicaException.Unreachable(dc, new ConnectException("lost power"));
            }
            throw new ReplicaException.Failed(dc, "answered 500", e);
        }
    }

    /** Does something that does not let others run. */
    <T> T in(ForceMode other, Call<T> call) throws IOException {
        forceMode = other;
        try {
            return call.call();
        } finally {
            forceMode = ForceMode.DISTURBED;
        }
    }
}
