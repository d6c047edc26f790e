package io.giza.cli.installation;

import io.giza.cli.cluster.CommandException;
import io.giza.cli.cluster.ExitCode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A file for each secret, named as its key is and for its owner alone. None is ever replaced. */
final class SecretFiles {
    private final Path folder;

    SecretFiles(Path folder) {
        this.folder = folder;
    }

    /**
     * Writes all of them, or none.
     *
     * @return the files
     * @throws CommandException if one of them is there, or they cannot be written
     */
    List<Path> write(Map<Draw, String> drawn) {
        drawn.keySet().forEach(each -> requireNew(file(each)));
        List<Path> written = new ArrayList<>();
        try {
            Files.createDirectories(folder, mode("rwx------"));
            for (Map.Entry<Draw, String> each : drawn.entrySet()) {
                write(file(each.getKey()), each.getValue(), written);
            }
            return written;
        } catch (IOException e) {
            written.forEach(SecretFiles::remove);
            if (e instanceof FileAlreadyExistsException) {
                throw isThere(String.valueOf(e.getMessage()));
            }
            throw new CommandException(
                    ExitCode.REFUSED, folder + " cannot be written: " + e + ".", e);
        }
    }

    private Path file(Draw what) {
        return folder.resolve(what.key());
    }

    /** Nothing follows the text, so that whoever reads the file whole reads the secret. */
    private static void write(Path file, String text, List<Path> written) throws IOException {
        try (FileChannel channel =
                FileChannel.open(
                        file,
                        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        mode("rw-------"))) {
            written.add(file);
            ByteBuffer bytes = StandardCharsets.US_ASCII.encode(text);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    private static FileAttribute<?> mode(String permissions) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
    }

    /** A link that leads nowhere counts too: something was meant to be there. */
    private static void requireNew(Path file) {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw isThere(file.toString());
        }
    }

    private static CommandException isThere(String file) {
        return new CommandException(
                ExitCode.REFUSED,
                file
                        + " is there, and no secret is ever overwritten, since what it opens would"
                        + " be lost: name another folder, or other keys with --only.");
    }

    private static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new CommandException(
                    ExitCode.REFUSED, file + " is left and good for nothing: remove it.", e);
        }
    }
}
