package io.giza.erasure;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

import java.lang.invoke.MethodHandles;

/**
 * The loops in the form that the JIT compiles well: straight-line code, products looked up by
 * nibble, sums in the outputs themselves ("mad"). Three or more outputs at once, or sums of many
 * inputs kept in registers ("dot"), are more than it inlines, and then every vector is an object:
 * twenty times slower. Memory segments instead of arrays fall off a similar cliff.
 *
 * <p>The JIT needs the vector length as a constant. So this class is only a template: {@link
 * VectorModule} defines it once per length as a hidden class, whose class data is the species.
 */
final class SpeciesLoops implements VectorLoops {
    private static final VectorSpecies<Byte> SPECIES = species();
    private static final int BYTES = SPECIES.length();
    private static final VectorOperators.Associative XOR = VectorOperators.XOR;
    private static final byte NIBBLE = 0x0F;

    SpeciesLoops() {}

    @SuppressWarnings("unchecked")
    private static VectorSpecies<Byte> species() {
        try {
            MethodHandles.Lookup own = MethodHandles.lookup();
            return (VectorSpecies<Byte>) MethodHandles.classData(own, "_", VectorSpecies.class);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("a class may read its own data", e);
        }
    }

    @Override
    public int vectorBytes() {
        return BYTES;
    }

    @Override
    public void run(Pass pass, byte[][] inputs, byte[][] outputs, int from, int to) {
        byte[] one = inputs[pass.first()];
        Span span = new Span(pass.tables(), from, to, pass.fresh());
        if (pass.second() < 0) {
            for (int lane = 0; lane < outputs.length; lane++) {
                single(one, outputs[lane], 2 * lane, span);
            }
        } else if (outputs.length == 1) {
            pair(one, inputs[pass.second()], outputs[0], span);
        } else {
            pair(one, inputs[pass.second()], outputs[0], outputs[1], span);
        }
    }

    private static void single(byte[] one, byte[] output, int firstTable, Span span) {
        ByteVector lowTable = table(span, firstTable);
        ByteVector highTable = table(span, firstTable + 1);
        boolean fresh = span.fresh();
        int to = span.to();
        for (int i = span.from(); i < to; i += BYTES) {
            ByteVector bytes = ByteVector.fromArray(SPECIES, one, i);
            ByteVector low = low(bytes).selectFrom(lowTable);
            ByteVector high = high(bytes).selectFrom(highTable);
            sum(output, i, fresh).lanewise(XOR, low).lanewise(XOR, high).intoArray(output, i);
        }
    }

    private static void pair(byte[] one, byte[] other, byte[] output, Span span) {
        ByteVector oneLow = table(span, 0);
        ByteVector oneHigh = table(span, 1);
        ByteVector otherLow = table(span, 2);
        ByteVector otherHigh = table(span, 3);
        boolean fresh = span.fresh();
        int to = span.to();
        for (int i = span.from(); i < to; i += BYTES) {
            ByteVector a = ByteVector.fromArray(SPECIES, one, i);
            ByteVector b = ByteVector.fromArray(SPECIES, other, i);
            ByteVector p = low(a).selectFrom(oneLow).lanewise(XOR, high(a).selectFrom(oneHigh));
            ByteVector q = low(b).selectFrom(otherLow).lanewise(XOR, high(b).selectFrom(otherHigh));
            sum(output, i, fresh).lanewise(XOR, p).lanewise(XOR, q).intoArray(output, i);
        }
    }

    /** The nibbles are cut out once for both outputs. */
    private static void pair(byte[] one, byte[] other, byte[] x, byte[] y, Span span) {
        ByteVector x0 = table(span, 0);
        ByteVector x1 = table(span, 1);
        ByteVector x2 = table(span, 2);
        ByteVector x3 = table(span, 3);
        ByteVector y0 = table(span, 4);
        ByteVector y1 = table(span, 5);
        ByteVector y2 = table(span, 6);
        ByteVector y3 = table(span, 7);
        boolean fresh = span.fresh();
        int to = span.to();
        for (int i = span.from(); i < to; i += BYTES) {
            ByteVector a = ByteVector.fromArray(SPECIES, one, i);
            ByteVector b = ByteVector.fromArray(SPECIES, other, i);
            ByteVector a0 = low(a);
            ByteVector a1 = high(a);
            ByteVector b0 = low(b);
            ByteVector b1 = high(b);
            ByteVector xa = a0.selectFrom(x0).lanewise(XOR, a1.selectFrom(x1));
            ByteVector xb = b0.selectFrom(x2).lanewise(XOR, b1.selectFrom(x3));
            sum(x, i, fresh).lanewise(XOR, xa).lanewise(XOR, xb).intoArray(x, i);
            ByteVector ya = a0.selectFrom(y0).lanewise(XOR, a1.selectFrom(y1));
            ByteVector yb = b0.selectFrom(y2).lanewise(XOR, b1.selectFrom(y3));
            sum(y, i, fresh).lanewise(XOR, ya).lanewise(XOR, yb).intoArray(y, i);
        }
    }

    private static ByteVector table(Span span, int number) {
        return ByteVector.fromArray(SPECIES, span.tables(), number * BYTES);
    }

    private static ByteVector low(ByteVector bytes) {
        return bytes.and(NIBBLE);
    }

    /** Bytes cannot be shifted; what a wider shift brings in from the neighbour is masked out. */
    private static ByteVector high(ByteVector bytes) {
        return bytes.reinterpretAsInts()
                .lanewise(VectorOperators.LSHR, 4)
                .reinterpretAsBytes()
                .and(NIBBLE);
    }

    private static ByteVector sum(byte[] output, int at, boolean fresh) {
        return fresh ? ByteVector.zero(SPECIES) : ByteVector.fromArray(SPECIES, output, at);
    }
}
