package io.giza.config;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Folders that only their owner may enter, so that other users of the machine read nothing of what
 * is below, whatever the modes of its files. Where the file system has no such modes, as on
 * Windows, they are plain folders.
 */
public final class PrivateFolder {
    private static final Logger LOG = LoggerFactory.getLogger(PrivateFolder.class);
    private static final Set<PosixFilePermission> OWNER =
            PosixFilePermissions.fromString("rwx------");

    private PrivateFolder() {}

    /**
     * Makes a folder, and those above it that are missing; closes it to others if it is there.
     *
     * @throws IOException if it cannot be made
     */
    public static void make(Path folder) throws IOException {
        if (!hasModes(folder)) {
            Files.createDirectories(folder);
        } else if (Files.isDirectory(folder)) {
            close(folder);
        } else {
            FileAttribute<?> modes = PosixFilePermissions.asFileAttribute(OWNER);
            Files.createDirectories(folder, modes);
        }
    }

    private static void close(Path folder) throws IOException {
        if (OWNER.containsAll(Files.getPosixFilePermissions(folder))) {
            return;
        }
        try {
            Files.setPosixFilePermissions(folder, OWNER);
            LOG.warn("{} was open to other users of this machine: it is closed now", folder);
        } catch (IOException e) {
            LOG.warn(
                    "{} is open to other users of this machine, who can read what is stored, and"
                            + " cannot be closed: have its owner do 'chmod 700'",
                    folder,
                    e);
        }
    }

    private static boolean hasModes(Path folder) {
        return folder.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
