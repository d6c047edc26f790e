package io.giza.simulation.disk;

import io.giza.disk.Force;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * A folder of real files, and what of it is on disk. After a loss of power a file has all its bytes
 * only if it was forced, and an entry of a folder, or its removal, is there for sure only if that
 * folder was forced since. Whatever else was done may have reached the disk or not, each for
 * itself.
 */
public final class FragmentDisk implements Force {
    private final Path root;
    private final Path kept;
    private final RandomGenerator random;

    /**
     * The files that were seen, by what the system tells them apart, numbered in the order of their
     * first forces: their names may be drawn by lot, which a run must not depend on. All are held
     * by another name, so no later file is taken for one that was removed.
     */
    private final Map<Object, Integer> files = new HashMap<>();

    private final Set<Integer> forced = new HashSet<>();
    private final Map<Path, Listing> folders = new HashMap<>();

    /** Entries whose force failed: the system counts them as written, and they never are. */
    private final Set<Path> doomed = new HashSet<>();

    private long listings;

    /** The entries of a folder at some time, with the numbers of files. */
    private record Listing(long number, Map<String, Integer> entries) {}

    /** What stands for a folder among files. */
    private static final int FOLDER = 0;

    /**
     * Watches a folder.
     *
     * @param root the folder
     * @param kept another folder of the same file system, for what must not be forgotten
     */
    public FragmentDisk(Path root, Path kept, RandomGenerator random) {
        this.root = root;
        this.kept = kept;
        this.random = random;
    }

    /** A write that the disk is about to take, as it was when that began. */
    public record Pending(Path path, Listing listing) {}

    /** Returns what a force that begins now is to write. */
    public Pending begin(Path path) throws IOException {
        boolean isFolder = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
        if (isFolder) {
            return new Pending(path, list(path));
        }
        numberOf(path);
        return new Pending(path, new Listing(0, Map.of()));
    }

    /** Has written it. */
    public void end(Pending pending) throws IOException {
        Path path = pending.path();
        if (pending.listing().number() == 0) {
            forced.add(numberOf(path));
            return;
        }
        Listing before = folders.getOrDefault(path, new Listing(0, Map.of()));
        if (pending.listing().number() > before.number()) {
            folders.put(path, pending.listing());
        }
    }

    /** Has failed to write it, which it says once. */
    public void fail(Pending pending) {
        Map<String, Integer> before = durable(pending.path());
        pending.listing()
                .entries()
                .forEach(
                        (name, file) -> {
                            if (!file.equals(before.get(name))) {
                                doomed.add(pending.path().resolve(name));
                            }
                        });
    }

    @Override
    public void file(FileChannel channel, Path path) throws IOException {
        end(begin(path));
    }

    /** Tells whether a file survives a loss of power for sure. */
    public boolean isDurable(Path file) {
        Integer number = durable(parent(file)).get(file.getFileName().toString());
        if (number == null || !forced.contains(number) || doomed.contains(file)) {
            return false;
        }
        for (Path each = parent(file); !each.equals(root); each = parent(each)) {
            if (!durable(parent(each)).containsKey(each.getFileName().toString())
                    || doomed.contains(each)) {
                return false;
            }
        }
        return true;
    }

    /** Returns what is in the folder now, for {@link #putBack}. */
    public SortedMap<Path, Integer> copy() throws IOException {
        SortedMap<Path, Integer> copy = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : paths.sorted().toList()) {
                copy.put(path, numberOf(path));
            }
        }
        return copy;
    }

    /** Somebody puts a copy in the place of what there is. */
    public void putBack(SortedMap<Path, Integer> copy) throws IOException {
        for (String name : list(root).entries().keySet()) {
            remove(root.resolve(name));
        }
        copy.remove(root);
        for (Map.Entry<Path, Integer> entry : copy.entrySet()) {
            forced.add(entry.getValue());
            putBack(entry.getKey(), entry.getValue());
        }
        for (Map.Entry<Path, Integer> entry : copy.entrySet()) {
            if (entry.getValue() == FOLDER) {
                folders.put(entry.getKey(), list(entry.getKey()));
            }
        }
        folders.put(root, list(root));
    }

    /** Loses power, and has afterwards what came to the disk. */
    public void losePower() {
        try {
            settle(root);
            doomed.clear();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void settle(Path folder) throws IOException {
        Map<String, Integer> onDisk = durable(folder);
        Map<String, Integer> now = list(folder).entries();
        for (String name : inOrder(onDisk, now)) {
            Integer before = onDisk.get(name);
            Integer after = now.get(name);
            Path path = folder.resolve(name);
            boolean keeps =
                    Objects.equals(before, after)
                            || (!doomed.contains(path) && random.nextBoolean());
            if (!keeps) {
                remove(path);
                if (before != null) {
                    putBack(path, before);
                }
            }
            if (Files.isDirectory(path)) {
                settle(path);
            } else if (Files.exists(path) && forced.add(numberOf(path))) {
                tear(path);
            }
        }
        folders.put(folder, list(folder));
    }

    private static List<String> inOrder(Map<String, Integer> some, Map<String, Integer> others) {
        Map<String, Integer> all = new TreeMap<>(some);
        all.putAll(others);
        return all.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .toList();
    }

    private void putBack(Path path, int number) throws IOException {
        if (number == FOLDER) {
            Files.createDirectory(path);
        } else if (forced.contains(number)) {
            Files.createLink(path, held(number));
        } else {
            Files.createFile(path);
        }
    }

    /** Of a file that was not forced any part may be there. */
    private void tear(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            channel.truncate(random.nextLong(channel.size() + 1));
        }
    }

    private void remove(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            for (String name : list(path).entries().keySet()) {
                remove(path.resolve(name));
            }
            folders.remove(path);
        }
        Files.deleteIfExists(path);
    }

    private Map<String, Integer> durable(Path folder) {
        Listing listing = folders.get(folder);
        return listing == null ? Map.of() : listing.entries();
    }

    private Listing list(Path folder) throws IOException {
        Map<String, Integer> entries = new TreeMap<>();
        try (Stream<Path> paths = Files.list(folder)) {
            for (Path path : paths.sorted().toList()) {
                entries.put(path.getFileName().toString(), numberOf(path));
            }
        }
        return new Listing(++listings, entries);
    }

    private int numberOf(Path path) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
        if (attributes.isDirectory()) {
            return FOLDER;
        }
        Integer known = files.get(attributes.fileKey());
        if (known != null) {
            return known;
        }
        int number = files.size() + 1;
        Files.createLink(held(number), path);
        files.put(attributes.fileKey(), number);
        return number;
    }

    private Path held(int number) {
        return kept.resolve(Integer.toString(number));
    }

    private static Path parent(Path path) {
        return Objects.requireNonNull(path.getParent());
    }
}
