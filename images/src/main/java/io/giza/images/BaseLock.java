package io.giza.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * What Debian gives the images, as {@code images/base.lock} says: lines "package NAME VERSION
 * ARCHITECTURE SHA256", each followed by lines "file PATH" of what is taken of it, and comments.
 *
 * @param comment the lines before the first package
 * @param packages the packages, in their order
 */
record BaseLock(List<String> comment, List<Package> packages) {
    private static final int PACKAGE_FIELDS = 5;
    private static final int FILE_FIELDS = 2;

    /**
     * A package of Debian.
     *
     * @param name such as "libc6"
     * @param version with epoch and revision, as apt-get has it
     * @param architecture such as "amd64", or "all"
     * @param sha256 of the package file, in hexadecimal
     * @param files what is taken of it, as absolute paths
     */
    record Package(
            String name, String version, String architecture, String sha256, List<String> files) {
        /** Returns another version of it, of which the same is taken. */
        Package at(String newVersion, String newSha256) {
            return new Package(name, newVersion, architecture, newSha256, files);
        }
    }

    /**
     * Reads a lock.
     *
     * @throws ImageException if it is none, naming the line
     */
    static BaseLock read(Path file) throws IOException {
        List<String> comment = new ArrayList<>();
        List<Package> packages = new ArrayList<>();
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            List<String> fields = List.of(line.strip().split(" +", -1));
            if (line.startsWith("#")) {
                comment.add(line);
            } else if (fields.getFirst().equals("package") && fields.size() == PACKAGE_FIELDS) {
                packages.add(
                        new Package(
                                fields.get(1),
                                fields.get(2),
                                fields.get(3),
                                fields.get(4),
                                new ArrayList<>()));
            } else if (fields.getFirst().equals("file")
                    && fields.size() == FILE_FIELDS
                    && !packages.isEmpty()) {
                packages.getLast().files().add(fields.get(1));
            } else if (!line.isBlank()) {
                throw new ImageException(
                        ("%s, line %d: '%s' is neither 'package NAME VERSION ARCHITECTURE SHA256'"
                                        + " nor 'file PATH' of a package.")
                                .formatted(file, i + 1, line));
            }
        }
        return new BaseLock(comment, packages);
    }

    /** Returns it with another version of each package. */
    BaseLock with(UnaryOperator<Package> change) {
        return new BaseLock(comment, packages.stream().map(change).toList());
    }

    /** Returns it as its file is. */
    String text() {
        return comment.stream().map(line -> line + "\n").collect(Collectors.joining())
                + packages.stream().map(BaseLock::text).collect(Collectors.joining());
    }

    private static String text(Package one) {
        return "package %s %s %s %s\n"
                        .formatted(one.name(), one.version(), one.architecture(), one.sha256())
                + one.files().stream()
                        .map(file -> "file " + file + "\n")
                        .collect(Collectors.joining());
    }
}
