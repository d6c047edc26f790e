package io.giza.fragment.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The first names of a folder from one of them on. A folder is not kept in order, so all of it has
 * to be read to know which of its names come first; therefore as many as memory allows are kept.
 *
 * @param folder which
 * @param from the first name that is among them, if it is there
 * @param names so many names from there on
 * @param isComplete whether no others follow
 */
record SortedFolderNames(Path folder, String from, NavigableSet<String> names, boolean isComplete) {
    /**
     * Reads a folder; one that is not there has no names.
     *
     * @param suffix what is added to each name before they are compared
     * @param maxNames how many are kept, at least 1
     */
    static SortedFolderNames read(Path folder, String suffix, String from, int maxNames)
            throws IOException {
        NavigableSet<String> smallest = new TreeSet<>();
        boolean isComplete = true;
        try (Stream<Path> paths = Files.list(folder)) {
            Iterator<String> names =
                    paths.map(path -> path.getFileName() + suffix)
                            .filter(name -> name.compareTo(from) >= 0)
                            .iterator();
            while (names.hasNext()) {
                smallest.add(names.next());
                if (smallest.size() > maxNames) {
                    smallest.pollLast();
                    isComplete = false;
                }
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            return new SortedFolderNames(folder, from, new TreeSet<>(), true);
        }
        return new SortedFolderNames(folder, from, smallest, isComplete);
    }

    /** Tells whether it is known from these which name of a folder is the first from one on. */
    boolean covers(Path other, String start) {
        return folder.equals(other)
                && from.compareTo(start) <= 0
                && (isComplete || start.compareTo(names.getLast()) <= 0);
    }

    /** Returns those from one on. */
    SortedSet<String> startingAt(String start) {
        return names.tailSet(start);
    }

    /** Returns from where on others follow. */
    String next() {
        return names.getLast() + '\0';
    }
}
