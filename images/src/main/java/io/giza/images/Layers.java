package io.giza.images;

import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;

/** Makes layers of files: the same ones of the same files, wherever and whenever they are made. */
final class Layers {
    private static final FilePermissions PROGRAM = FilePermissions.fromOctalString("755");
    private static final FilePermissions FILE = FilePermissions.fromOctalString("644");

    private Layers() {}

    /**
     * Adds the files below a folder to a layer.
     *
     * @param at where they are in the image
     * @param wanted which of them
     */
    static void add(FileEntriesLayer.Builder layer, Path folder, String at, Predicate<Path> wanted)
            throws IOException {
        for (Path file : Folders.files(folder)) {
            if (wanted.test(file)) {
                AbsoluteUnixPath place = AbsoluteUnixPath.get(at);
                for (Path name : folder.relativize(file)) {
                    place = place.resolve(name.toString());
                }
                layer.addEntry(file, place, Files.isExecutable(file) ? PROGRAM : FILE);
            }
        }
    }

    /** Adds one file to a layer. */
    static void add(FileEntriesLayer.Builder layer, Path file, String at) {
        layer.addEntry(file, AbsoluteUnixPath.get(at), FILE);
    }

    /**
     * Adds a folder that has nothing in it.
     *
     * @param any a folder of this machine
     * @param permissions in octal, three digits
     * @param owner as "user:group", in numbers
     */
    static void addFolder(
            FileEntriesLayer.Builder layer, Path any, String at, String permissions, String owner) {
        layer.addEntry(
                any,
                AbsoluteUnixPath.get(at),
                FilePermissions.fromOctalString(permissions),
                FileEntriesLayer.DEFAULT_MODIFICATION_TIME,
                owner);
    }
}
