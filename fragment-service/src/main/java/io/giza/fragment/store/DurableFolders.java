package io.giza.fragment.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Folders of accounts, buckets and keys, and what it takes that a crash does not lose them. */
final class DurableFolders {
    private final Path root;
    private final Set<Path> forced = ConcurrentHashMap.newKeySet();

    /** Makes folders below {@code root}, which is there. */
    DurableFolders(Path root) {
        this.root = root;
    }

    /** Makes the folder of a key; {@link #forceEntry} sees to it that a crash does not lose it. */
    void make(Path folder) throws IOException {
        Path bucket = parent(folder);
        if (!forced.contains(bucket)) {
            Files.createDirectories(bucket);
            force(root);
            force(parent(bucket));
            forced.add(bucket);
        }
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException e) {
            // Another upload made it, and may not have forced it yet, so everybody does. Should a
            // deletion take it away, linking into it finds that.
            return;
        }
    }

    /** Forces the entry of a file in the folder of its key, and that folder's entry, to disk. */
    static void forceEntry(Path file) throws IOException {
        // Both usually go to disk together, so the second costs little.
        force(parent(file));
        force(parent(parent(file)));
    }

    static Path parent(Path path) {
        Path parent = path.getParent();
        if (parent == null) {
            throw new IllegalStateException(path + " has no parent");
        }
        return parent;
    }

    static void force(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
