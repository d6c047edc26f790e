package io.giza.erasure;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The kernels, slowest first. All compute the same bytes. */
public enum KernelKind {
    /** Plain Java; there is always this one. */
    TABLE(0),
    /** Vectors of 128 bits. */
    VECTOR128(128),
    /** Vectors of 256 bits. */
    VECTOR256(256),
    /** Vectors of 512 bits. */
    VECTOR512(512);

    private static final String MODULE = "jdk.incubator.vector";

    private final int bits;

    KernelKind(int bits) {
        this.bits = bits;
    }

    /** Returns its name in settings, logs and metrics, such as {@code vector512}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Finds a kernel by its name. */
    public static Optional<KernelKind> labelled(String label) {
        return Arrays.stream(values()).filter(kind -> kind.label().equals(label)).findFirst();
    }

    /** Returns the one with the longest vectors of those that this JVM can have. */
    public static KernelKind best() {
        return Arrays.stream(values())
                .filter(kind -> kind.obstacle().isEmpty())
                .reduce(TABLE, (shorter, longer) -> longer);
    }

    /** Returns why this JVM cannot have it and what to do about it, or nothing if it can. */
    public Optional<String> obstacle() {
        if (this == TABLE) {
            return Optional.empty();
        }
        if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
            return Optional.of(
                    "the JVM runs without the module "
                            + MODULE
                            + ": start it with --add-modules "
                            + MODULE);
        }
        int longest = VectorModule.longestBits();
        return longest >= bits
                ? Optional.empty()
                : Optional.of("this machine's vectors have " + longest + " bits");
    }

    /**
     * Makes the kernel.
     *
     * @throws IllegalStateException if this JVM cannot have it
     */
    CodingKernel create() {
        obstacle()
                .ifPresent(
                        why -> {
                            throw new IllegalStateException("no kernel " + label() + ": " + why);
                        });
        return switch (this) {
            case TABLE -> new TableKernel();
            case VECTOR128, VECTOR256, VECTOR512 -> new VectorKernel(VectorModule.loops(bits));
        };
    }
}
