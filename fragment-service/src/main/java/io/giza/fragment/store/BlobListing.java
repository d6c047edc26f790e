package io.giza.fragment.store;

import io.giza.record.FragmentName;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A list, page by page: walks folders in the order of the names below them, and skips what comes
 * before. From one page to the next it remembers the names that it has read ahead; what was created
 * since may be left out, and what was deleted is. Not safe for concurrent use.
 */
final class BlobListing {
    private static final int PARTS = 4;

    private final Path root;
    private final int readAhead;
    private final @Nullable SortedFolderNames[] namesByDepth = new SortedFolderNames[PARTS];
    private List<String> after = List.of();
    private int limit;
    private List<BlobStore.Entry> found = new ArrayList<>();

    /**
     * Begins a list.
     *
     * @param root the folder of all
     * @param readAhead how many names of a folder are remembered, at least 1
     */
    BlobListing(Path root, int readAhead) {
        this.root = root;
        this.readAhead = readAhead;
    }

    /** Returns a page; see {@link BlobStore#list}. */
    List<BlobStore.Entry> page(String folder, String afterName, int maxEntries) throws IOException {
        after = parts(afterName);
        limit = maxEntries;
        found = new ArrayList<>();
        walk(parts(folder));
        return List.copyOf(found);
    }

    /** Splits a name, letting nothing through that could lead out of the root. */
    static List<String> parts(String name) {
        List<String> parts = Stream.of(name.split("/", -1)).filter(p -> !p.isEmpty()).toList();
        if (parts.size() > PARTS
                || !parts.stream().allMatch(part -> part.matches("[a-z0-9][a-z0-9.-]*"))) {
            throw new IllegalArgumentException("not a fragment's name or the beginning of one");
        }
        return parts;
    }

    private void walk(List<String> parts) throws IOException {
        if (endsBefore(parts)) {
            return;
        }
        Path path = root.resolve(String.join("/", parts));
        if (parts.size() == PARTS) {
            visit(parts, path);
            return;
        }
        String from = firstBelow(parts);
        while (true) {
            SortedFolderNames names = sortedNames(path, parts.size(), from);
            for (String child : names.startingAt(from)) {
                if (found.size() == limit) {
                    return;
                }
                List<String> childParts = new ArrayList<>(parts);
                childParts.add(child.substring(0, child.length() - suffix(parts.size()).length()));
                walk(childParts);
            }
            if (names.isComplete()) {
                return;
            }
            from = names.next();
        }
    }

    private SortedFolderNames sortedNames(Path folder, int depth, String from) throws IOException {
        SortedFolderNames cached = namesByDepth[depth];
        if (cached == null || !cached.covers(folder, from)) {
            cached = SortedFolderNames.read(folder, suffix(depth), from, readAhead);
            namesByDepth[depth] = cached;
        }
        return cached;
    }

    private void visit(List<String> parts, Path path) throws IOException {
        FragmentName name = new FragmentName(String.join("/", parts));
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            found.add(
                    new BlobStore.Entry(
                            name, attributes.size(), attributes.lastModifiedTime().toInstant()));
        } catch (NoSuchFileException e) {
            // Deleted since its folder was read.
            return;
        } catch (FileSystemException e) {
            // It is there, and hides no other.
            found.add(new BlobStore.Entry(name, 0, Instant.MAX));
        }
    }

    /** Returns the first name in a folder at or below which something comes after the last page. */
    private String firstBelow(List<String> parts) {
        return parts.size() < after.size() && parts.equals(after.subList(0, parts.size()))
                ? after.get(parts.size()) + suffix(parts.size())
                : "";
    }

    /** Tells whether everything at or below {@code parts} comes at or before {@link #after}. */
    private boolean endsBefore(List<String> parts) {
        for (int i = 0; i < Math.min(parts.size(), after.size()); i++) {
            int order = (parts.get(i) + suffix(i)).compareTo(after.get(i) + suffix(i));
            if (order != 0) {
                return order < 0;
            }
        }
        return parts.size() == PARTS && after.size() == PARTS;
    }

    /**
     * Names are compared as wholes, so what follows a part decides where it is another's beginning.
     */
    private static String suffix(int depth) {
        return depth < PARTS - 1 ? "/" : "";
    }
}
