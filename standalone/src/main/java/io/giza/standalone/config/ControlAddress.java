package io.giza.standalone.config;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Where a running cluster takes orders; the content of {@code control.json}.
 *
 * @param endpoint on loopback
 * @param token the secret an order carries, new with every start
 */
public record ControlAddress(URI endpoint, String token) {
    /** Its file in the data folder. */
    static final String FILE = "control.json";

    /**
     * Reads the address of the cluster that runs on a data folder.
     *
     * @throws RefusedException if none runs there
     */
    public static ControlAddress read(Path folder) {
        try {
            return JsonMapper.builder()
                    .build()
                    .readValue(Files.readString(folder.resolve(FILE)), ControlAddress.class);
        } catch (NoSuchFileException e) {
            throw new RefusedException(
                    "no cluster runs on "
                            + folder
                            + ": start one with './giza up' or name its folder with --data.",
                    e);
        } catch (IOException | JacksonException e) {
            throw new RefusedException(
                    "cannot read " + folder.resolve(FILE) + ": " + e.getMessage(), e);
        }
    }

    /** Leaves the token out. */
    @Override
    public String toString() {
        return "ControlAddress[" + endpoint + "]";
    }
}
