package io.giza.fragment.store;

import io.giza.wire.FragmentName;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * One page of a list: walks folders in the order of the names below them, and skips what comes
 * before.
 */
final class BlobWalk {
    private static final int PARTS = 4;

    private final Path root;
    private final List<String> after;
    private final int limit;
    private final List<BlobStore.Entry> found = new ArrayList<>();

    BlobWalk(Path root, String after, int limit) {
        this.root = root;
        this.after = parts(after);
        this.limit = limit;
    }

    List<BlobStore.Entry> below(String folder) throws IOException {
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
        if (found.size() == limit || endsBefore(parts)) {
            return;
        }
        Path path = root.resolve(String.join("/", parts));
        if (parts.size() == PARTS) {
            visit(parts, path);
            return;
        }
        for (String child : children(path, parts.size())) {
            List<String> below = new ArrayList<>(parts);
            below.add(child);
            walk(below);
        }
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

    /** Tells whether everything at or below {@code parts} comes at or before {@link #after}. */
    private boolean endsBefore(List<String> parts) {
        for (int i = 0; i < Math.min(parts.size(), after.size()); i++) {
            int order = inName(parts.get(i), i).compareTo(inName(after.get(i), i));
            if (order != 0) {
                return order < 0;
            }
        }
        return parts.size() == PARTS && after.size() == PARTS;
    }

    /**
     * Names are compared as wholes, so what follows a part decides where it is another's beginning.
     */
    private static String inName(String part, int place) {
        return place < PARTS - 1 ? part + "/" : part;
    }

    private static List<String> children(Path folder, int place) throws IOException {
        try (Stream<Path> paths = Files.list(folder)) {
            String[] names =
                    paths.map(path -> String.valueOf(path.getFileName())).toArray(String[]::new);
            Arrays.sort(names, Comparator.comparing(name -> inName(name, place)));
            return List.of(names);
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        }
    }
}
