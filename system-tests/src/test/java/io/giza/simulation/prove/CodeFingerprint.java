package io.giza.simulation.prove;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Names the code that a proof ran, so that a changed program starts its proof again. */
final class CodeFingerprint {
    private CodeFingerprint() {}

    /** Returns a fingerprint of all classes in the folders of this JVM's class path. */
    static String ofThisProgram() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            TreeMap<String, Path> classes = new TreeMap<>();
            for (Path folder : classPath()) {
                if (Files.isDirectory(folder)) {
                    classesIn(folder)
                            .forEach(each -> classes.put(folder.relativize(each).toString(), each));
                }
            }
            for (var each : classes.entrySet()) {
                digest.update(each.getKey().getBytes(StandardCharsets.UTF_8));
                digest.update(Files.readAllBytes(each.getValue()));
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 6);
        } catch (IOException e) {
            throw new UncheckedIOException("the classes of this program cannot be read", e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Path> classPath() {
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(System.getProperty("java.class.path"))
                .map(Path::of)
                .toList();
    }

    private static List<Path> classesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".class")).toList();
        }
    }
}
