package io.giza.images;

import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** What is done with whole folders. */
final class Folders {
    /** When all files of images were modified: two builds would differ by their own time. */
    static final FileTime TIME = FileTime.from(FileEntriesLayer.DEFAULT_MODIFICATION_TIME);

    private Folders() {}

    /** Returns the files below a folder, links to files included, in an order of their names. */
    static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** Removes a folder with all that it has, if it is there. */
    static void delete(Path folder) throws IOException {
        if (Files.notExists(folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    /** Gives all files below a folder the time that they have in an image. */
    static void settle(Path folder) throws IOException {
        for (Path each : files(folder)) {
            Files.setLastModifiedTime(each, TIME);
        }
    }

    /** Copies a file, or what a link leads to, to where its folder may not exist yet. */
    static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        Files.copy(from, to);
    }

    /** Returns the SHA-256 of a file, in hexadecimal. */
    static String sha256(Path file) throws IOException {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
