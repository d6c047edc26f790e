package io.giza.system.cluster;

import org.springframework.util.FileSystemUtils;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files in which a standalone cluster keeps its fragments.
 *
 * @param home the data folder of the cluster
 */
public record DiskFragments(Path home) {
    /** Returns the fragment files of all data centers, as they were at one time or another. */
    public Set<Path> all() {
        Set<Path> all = new TreeSet<>();
        for (Path dc : list(home)) {
            Path blobs = dc.resolve("fragments/blobs");
            if (Files.isDirectory(blobs)) {
                all.addAll(walk(blobs));
            }
        }
        return all;
    }

    /** Returns the fragment files of one data center. */
    public Set<Path> of(String dc) {
        return walk(home.resolve(dc).resolve("fragments/blobs"));
    }

    /** Returns the identities of the versions of which a data center has a fragment. */
    public Set<String> versions(String dc) {
        return of(dc).stream()
                .map(file -> String.valueOf(file.getFileName()))
                .map(name -> name.substring(0, name.lastIndexOf('.')))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns a hash of each fragment file of all data centers. */
    public SortedMap<Path, Integer> hashes() {
        SortedMap<Path, Integer> hashes = new TreeMap<>();
        for (Path file : all()) {
            try {
                hashes.put(file, Arrays.hashCode(Files.readAllBytes(file)));
            } catch (NoSuchFileException e) {
                // Deleted since it was listed.
                continue;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return hashes;
    }

    /** Deletes a folder and all that is in it. */
    public static void delete(Path folder) {
        try {
            FileSystemUtils.deleteRecursively(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<Path> list(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Walks again if a file or folder goes meanwhile. */
    private static Set<Path> walk(Path folder) {
        while (true) {
            try (Stream<Path> files = Files.walk(folder)) {
                return files.filter(Files::isRegularFile)
                        .collect(Collectors.toCollection(TreeSet::new));
            } catch (NoSuchFileException e) {
                continue;
            } catch (UncheckedIOException e) {
                if (!(e.getCause() instanceof NoSuchFileException)) {
                    throw e;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
