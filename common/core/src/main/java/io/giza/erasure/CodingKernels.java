package io.giza.erasure;

/**
 * The kernel that codes made from now on compute with. One for the whole JVM, since nothing but the
 * speed depends on it: the vector kernel is slow until the JIT has compiled it, so that whoever
 * starts a JVM warms it first, see {@link KernelTrial}.
 */
public final class CodingKernels {
    private static volatile Choice choice = new Choice(KernelKind.TABLE, new TableKernel());

    private CodingKernels() {}

    private record Choice(KernelKind kind, CodingKernel kernel) {}

    /** Returns which one it is. */
    public static KernelKind kind() {
        return choice.kind;
    }

    static CodingKernel kernel() {
        return choice.kernel;
    }

    /**
     * Changes it.
     *
     * @throws IllegalStateException if this JVM cannot have it
     */
    public static void use(KernelKind kind) {
        choice = new Choice(kind, kind.create());
    }
}
