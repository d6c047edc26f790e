package io.giza.erasure;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * The incubating vector module. Only {@link KernelKind} may use this class, once it knows that the
 * module is there.
 */
final class VectorModule {
    private VectorModule() {}

    /** Returns the bits of the longest vectors that this machine computes with. */
    static int longestBits() {
        return ByteVector.SPECIES_PREFERRED.vectorBitSize();
    }

    /** Returns the loops at a vector length in bits. */
    static VectorLoops loops(int bits) {
        VectorSpecies<Byte> species = VectorSpecies.of(byte.class, VectorShape.forBitSize(bits));
        try (InputStream template = VectorModule.class.getResourceAsStream("SpeciesLoops.class")) {
            if (template == null) {
                throw new IllegalStateException("SpeciesLoops.class is not beside VectorModule");
            }
            MethodHandles.Lookup defined =
                    MethodHandles.lookup()
                            .defineHiddenClassWithClassData(template.readAllBytes(), species, true);
            return (VectorLoops)
                    defined.findConstructor(
                                    defined.lookupClass(), MethodType.methodType(void.class))
                            .asType(MethodType.methodType(VectorLoops.class))
                            .invokeExact();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Throwable e) {
            throw new IllegalStateException("cannot define loops of " + bits + " bits", e);
        }
    }
}
