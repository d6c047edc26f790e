package io.giza.fragment.store;

import io.giza.fragment.store.BlobStore.Blob;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/** Files of blobs and their tags, which no two files have that were ever under one name. */
final class TaggedFiles {
    private static final int MAX_ATTEMPTS = 100;

    private TaggedFiles() {}

    /** Returns the tag of what is under a name now. */
    static Optional<String> tag(Path path) throws IOException {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            String identity =
                    attributes.fileKey() + "-" + attributes.lastModifiedTime().toInstant();
            return Optional.of(identity.replaceAll("[^0-9A-Za-z-]", "_"));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Opens a range of a file, as {@link BlobStore#open}. */
    static Optional<Blob> open(Path path, long offset, long length) throws IOException {
        Optional<String> tag = tag(path);
        for (int attempt = 0; tag.isPresent() && attempt < MAX_ATTEMPTS; attempt++) {
            FileChannel channel;
            try {
                channel = FileChannel.open(path, StandardOpenOption.READ);
            } catch (NoSuchFileException e) {
                return Optional.empty();
            }
            Optional<Blob> opened =
                    openIfUnchanged(path, channel, tag.get(), new Range(offset, length));
            if (opened.isPresent()) {
                return opened;
            }
            tag = tag(path);
        }
        if (tag.isPresent()) {
            throw new IOException(path + " is replaced all the time");
        }
        return Optional.empty();
    }

    private record Range(long offset, long length) {}

    /** Only of a name that has one tag before and after is it known whose the open file's is. */
    private static Optional<Blob> openIfUnchanged(
            Path path, FileChannel channel, String tag, Range range) throws IOException {
        boolean isHandedOver = false;
        try {
            if (!tag(path).equals(Optional.of(tag))) {
                return Optional.empty();
            }
            long available = Math.clamp(channel.size() - range.offset, 0, range.length);
            channel.position(range.offset);
            isHandedOver = true;
            return Optional.of(new Blob(new RangeChannel(channel, available), available, tag));
        } finally {
            if (!isHandedOver) {
                channel.close();
            }
        }
    }
}
