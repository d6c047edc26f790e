package io.giza.fragment.store;

import io.giza.disk.Force;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Folders of accounts, buckets and keys, and what it takes that a crash does not lose them. */
final class DurableFolders {
    private final Path root;
    private final Force force;
    private final Set<Path> forced = ConcurrentHashMap.newKeySet();

    /** Makes folders below {@code root}, which is there. */
    DurableFolders(Path root, Force force) {
        this.root = root;
        this.force = force;
    }

    /** Makes the folder of a key; {@link #forceEntry} sees to it that a crash does not lose it. */
    void make(Path folder) throws IOException {
        Path bucket = parent(folder);
        if (!forced.contains(bucket)) {
            Files.createDirectories(bucket);
            force.folder(root);
            force.folder(parent(bucket));
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
    void forceEntry(Path file) throws IOException {
        // Both usually go to disk together, so the second costs little.
        force.folder(parent(file));
        force.folder(parent(parent(file)));
    }

    static Path parent(Path path) {
        Path parent = path.getParent();
        if (parent == null) {
            throw new IllegalStateException(path + " has no parent");
        }
        return parent;
    }
}
