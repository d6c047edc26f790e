package io.giza.bench.rivals;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** A store that is built and started for the comparison. */
enum KnownRival {
    MINIO(MinioStore.recipe(), MinioStore::start),
    GARAGE(GarageStore.recipe(), GarageStore::start),
    VERSITYGW(VersitygwStore.recipe(), VersitygwStore::start);

    private final Recipe recipe;
    private final Start start;

    KnownRival(Recipe recipe, Start start) {
        this.recipe = recipe;
        this.start = start;
    }

    /** Starts a program with an empty folder for its data. */
    @FunctionalInterface
    interface Start {
        /** Returns once it answers. */
        Store start(RivalProgram program, Path folder) throws IOException, InterruptedException;
    }

    /** Returns how its program is built. */
    Recipe recipe() {
        return recipe;
    }

    Store start(RivalProgram program, Path folder) throws IOException, InterruptedException {
        return start.start(program, folder);
    }

    /** Returns the name in options, tables and folders. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the names of all. */
    static String labels() {
        return Arrays.stream(values()).map(KnownRival::label).collect(Collectors.joining(", "));
    }

    /** Reads the name of one that is built. */
    static final class Converter implements ITypeConverter<KnownRival> {
        @Override
        public KnownRival convert(String value) {
            return Arrays.stream(values())
                    .filter(each -> each.label().equals(value))
                    .findFirst()
                    .orElseThrow(
                            () ->
                                    new TypeConversionException(
                                            "there is no '%s': it must be of %s"
                                                    .formatted(value, labels())));
        }
    }
}
