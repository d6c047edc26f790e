package io.giza.cli.cluster;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The clusters that a user has given names to, kept with their secrets in one file that nobody else
 * may read: {@code $XDG_CONFIG_HOME/giza/config.json}, {@code ~/.config} by default.
 *
 * @param current the one that is meant where none is named
 * @param profiles all of them by name
 */
public record Profiles(@Nullable String current, Map<String, Profile> profiles) {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    public Profiles {
        profiles = new TreeMap<>(profiles == null ? Map.of() : profiles);
    }

    /**
     * A cluster with a name.
     *
     * @param endpoints its gateways
     * @param accessKey who asks
     * @param secretKey the secret of that key
     * @param ca a file of certificates to trust, null for those of the system
     */
    public record Profile(
            List<String> endpoints, String accessKey, String secretKey, @Nullable String ca) {
        public Profile {
            endpoints = List.copyOf(endpoints);
        }

        Target toTarget(String name) {
            return new Target(
                    name,
                    endpoints.stream().map(Target::endpoint).toList(),
                    accessKey,
                    secretKey,
                    ca == null ? null : Path.of(ca));
        }

        /** Leaves the secret out. */
        @Override
        public String toString() {
            return "Profile[" + endpoints + ", " + accessKey + "]";
        }
    }

    /** Returns where they are kept. */
    public static Path file(Map<String, String> environment) {
        String configuration = environment.getOrDefault("XDG_CONFIG_HOME", "");
        Path folder =
                configuration.isEmpty()
                        ? Path.of(environment.getOrDefault("HOME", "."), ".config")
                        : Path.of(configuration);
        return folder.resolve("giza").resolve("config.json");
    }

    /**
     * Reads them; there are none where there is no file.
     *
     * @throws CommandException if the file is not what was written, or others may read it
     */
    public static Profiles read(Path file) {
        if (!Files.exists(file)) {
            return new Profiles(null, Map.of());
        }
        try {
            String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
            if (!mode.endsWith("------")) {
                throw new CommandException(
                        ExitCode.REFUSED,
                        file + " has secrets, and others may read it: chmod 600 " + file + ".");
            }
            return JSON.readValue(Files.readString(file), Profiles.class);
        } catch (IOException | JacksonException | NullPointerException e) {
            throw new CommandException(
                    ExitCode.REFUSED, file + " cannot be read: " + e.getMessage() + ".", e);
        }
    }

    /** Writes them, all or nothing. */
    public void write(Path file) {
        FileAttribute<?> mine =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Path fresh =
                    Files.createTempFile(file.toAbsolutePath().getParent(), "config", null, mine);
            Files.writeString(fresh, JSON.writeValueAsString(this) + "\n");
            Files.move(
                    fresh,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new CommandException(
                    ExitCode.REFUSED, file + " cannot be written: " + e.getMessage() + ".", e);
        }
    }

    /** Returns them with one more, which is the current one if it is the first. */
    public Profiles with(String name, Profile profile) {
        Map<String, Profile> all = new TreeMap<>(profiles);
        all.put(name, profile);
        return new Profiles(current == null ? name : current, all);
    }

    /** Returns them without one. */
    public Profiles without(String name) {
        require(name);
        Map<String, Profile> all = new TreeMap<>(profiles);
        all.remove(name);
        return new Profiles(name.equals(current) ? null : current, all);
    }

    /** Returns them with another current one. */
    public Profiles using(String name) {
        require(name);
        return new Profiles(name, profiles);
    }

    /**
     * Returns the cluster of a name.
     *
     * @throws CommandException if there is none
     */
    public Target target(String name) {
        return require(name).toTarget(name);
    }

    /** Returns the cluster that is meant where none is named. */
    public Optional<Target> currentTarget() {
        return Optional.ofNullable(current).map(this::target);
    }

    private Profile require(String name) {
        Profile found = profiles.get(name);
        if (found == null) {
            throw new CommandException(
                    ExitCode.MISUSE,
                    "there is no profile '"
                            + name
                            + "': "
                            + (profiles.isEmpty()
                                    ? "add one with 'giza profile add'."
                                    : "there are " + String.join(", ", profiles.keySet()) + "."));
        }
        return found;
    }
}
