package io.giza.cli.diagnosis;

import io.giza.cli.cluster.CommandException;
import io.giza.cli.cluster.ExitCode;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A ZIP archive of what a cluster told, for its owner alone, with a manifest at its end that has
 * the digest of each file. It is whole or it is not there.
 */
final class SupportBundle implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path file;
    private final String secret;
    private final ZipOutputStream zip;
    private final ArrayNode files = JSON.createArrayNode();
    private final ArrayNode errors = JSON.createArrayNode();
    private boolean isWhole;

    /**
     * Begins an archive.
     *
     * @param secret what must not be in it, the secret of who asks
     * @throws CommandException if the file is there, or cannot be made
     */
    SupportBundle(Path file, String secret) {
        this.file = file;
        this.secret = secret;
        try {
            this.zip =
                    new ZipOutputStream(
                            Channels.newOutputStream(
                                    FileChannel.open(
                                            file,
                                            Set.of(
                                                    StandardOpenOption.CREATE_NEW,
                                                    StandardOpenOption.WRITE),
                                            PosixFilePermissions.asFileAttribute(
                                                    PosixFilePermissions.fromString(
                                                            "rw-------")))));
        } catch (FileAlreadyExistsException e) {
            throw new CommandException(
                    ExitCode.REFUSED, file + " is there: name another file with --file.", e);
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    /**
     * Adds a file.
     *
     * @throws CommandException if the secret is in it
     */
    void add(String name, String text) {
        if (text.contains(secret)) {
            throw new CommandException(
                    ExitCode.REFUSED,
                    "the secret of your access key is in "
                            + name
                            + ", so nothing is written: replace that key with 'giza key rotate'.");
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        write(name, bytes);
        files.addObject().put("name", name).put("bytes", bytes.length).put("sha256", sha256(bytes));
    }

    /** Notes what nobody told, and why. */
    void lack(String what, String why) {
        errors.addObject().put("what", what).put("error", why);
    }

    /** Returns what nobody told. */
    JsonNode errors() {
        return errors;
    }

    /** Ends the archive with its manifest, and returns that. */
    ObjectNode end(String cluster, Instant time) {
        ObjectNode manifest = JSON.createObjectNode();
        manifest.put("schema", "giza.support-bundle/1");
        manifest.put("time", time.toString());
        manifest.put("cluster", cluster);
        manifest.set("files", files);
        manifest.set("errors", errors);
        write("manifest.json", manifest.toString().getBytes(StandardCharsets.UTF_8));
        try {
            zip.close();
        } catch (IOException e) {
            throw unwritable(e);
        }
        isWhole = true;
        return manifest;
    }

    private void write(String name, byte[] bytes) {
        try {
            zip.putNextEntry(new ZipEntry("giza-support/" + name));
            zip.write(bytes);
            zip.closeEntry();
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private CommandException unwritable(IOException cause) {
        return new CommandException(
                ExitCode.REFUSED, file + " cannot be written: " + cause + ".", cause);
    }

    /** Takes away what is not whole. */
    @Override
    public void close() {
        if (!isWhole) {
            try {
                zip.close();
                Files.deleteIfExists(file);
            } catch (IOException e) {
                throw new CommandException(
                        ExitCode.REFUSED, file + " is left, and not whole: remove it.", e);
            }
        }
    }
}
