package io.giza.standalone.config;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Small files for their owner's eyes, in a folder that others may be to enter, such as a home. */
final class PrivateFiles {
    private PrivateFiles() {}

    /** Makes a file, or closes one that is there, to all but its owner. */
    static void makePrivate(Path file) throws IOException {
        Set<PosixFilePermission> owner = PosixFilePermissions.fromString("rw-------");
        if (Files.exists(file)) {
            Files.setPosixFilePermissions(file, owner);
        } else {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(owner));
        }
    }

    /** Writes a small file for this user's eyes, whole or not at all. */
    static void write(Path file, String text) {
        Path temporary = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.deleteIfExists(temporary);
            Files.createFile(
                    temporary,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------")));
            try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
                Files.writeString(temporary, text + "\n");
                channel.force(true);
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw unwritable(file.resolveSibling(""), e);
        }
    }

    /** Says why nothing can be written there. */
    static RefusedException unwritable(Path path, IOException cause) {
        String reason =
                cause instanceof AccessDeniedException ? "permission denied" : cause.getMessage();
        return new RefusedException(
                "cannot write in "
                        + path
                        + " ("
                        + reason
                        + "): correct its permissions or choose another folder with --data.",
                cause);
    }
}
