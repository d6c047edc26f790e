package io.giza.bench.codes;

import io.giza.model.Coding;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Encodes objects of 4 MiB and rebuilds a data fragment of them; operations per second. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 2,
        jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
public class CodingBenchmark {
    /** The scheme: k+m. Commas separate values on JMH's command line. */
    @Param({"2+1", "6+1", "6+3", "12+4"})
    public String coding = "";

    /** Who computes. */
    @Param({"vector", "table", "backblaze"})
    public String implementation = "";

    private CodeUnderTest code = new Idle();
    private byte[][] copies = new byte[0][];

    /** Prepares the shards. */
    @Setup
    public void prepare() {
        Coding scheme = Coding.parse("rs(" + coding.replace('+', ',') + ")");
        code =
                Implementation.valueOf(implementation.toUpperCase(Locale.ROOT))
                        .newCode(scheme, BenchmarkObject.shards(scheme));
        code.encode();
        copies = new byte[scheme.dataFragments()][code.shards()[0].length];
    }

    /** Computes all parity. */
    @Benchmark
    public byte[][] encode() {
        code.encode();
        return code.shards();
    }

    /** Computes one lost data shard. */
    @Benchmark
    public byte[][] rebuild() {
        code.rebuild();
        return code.shards();
    }

    /** Copies the data shards: the limit that memory sets. */
    @Benchmark
    public byte[][] memcpy() {
        for (int i = 0; i < copies.length; i++) {
            System.arraycopy(code.shards()[i], 0, copies[i], 0, copies[i].length);
        }
        return copies;
    }

    /** Stands in until {@link #prepare}. */
    private static final class Idle implements CodeUnderTest {
        @Override
        public void encode() {}

        @Override
        public void rebuild() {}

        @Override
        public byte[][] shards() {
            return new byte[0][];
        }
    }
}
