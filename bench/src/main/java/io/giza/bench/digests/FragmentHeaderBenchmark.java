package io.giza.bench.digests;

import io.giza.erasure.StripeLayout;
import io.giza.model.BucketId;
import io.giza.model.Coding;
import io.giza.model.FragmentId;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.stripe.FragmentFormat;
import io.giza.stripe.FragmentHeader;
import io.giza.wire.BinaryFragmentFormat;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** What a fragment's header costs; its blocks cost their CRC32C, see {@link DigestBenchmark}. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class FragmentHeaderBenchmark {
    private final FragmentFormat format = new BinaryFragmentFormat();
    private final FragmentHeader header =
            new FragmentHeader(
                    FragmentHeader.Kind.DATA,
                    new FragmentId(
                            "photos",
                            new ObjectKey(new BucketId(new UUID(1, 2)), "2026/summer/beach.jpg"),
                            new PutId(new UUID(3, 4)),
                            2),
                    new StripeLayout(new Coding.ReedSolomon(6, 3), 4 << 20, 1L << 30),
                    7,
                    3);
    private final byte[] bytes = format.encode(header);

    /** Lays a header down. */
    @Benchmark
    public byte[] encode() {
        return format.encode(header);
    }

    /** Reads and checks one. */
    @Benchmark
    public FragmentHeader read() throws IOException {
        return format.read(new ByteArrayInputStream(bytes));
    }
}
