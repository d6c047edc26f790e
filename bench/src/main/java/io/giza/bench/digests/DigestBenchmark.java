package io.giza.bench.digests;

import io.giza.gateway.s3.body.Crc64Nvme;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/** Digests of 1 MB (10^6 bytes), so that a thousand operations per second are a GB/s. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class DigestBenchmark {
    private static final int BYTES = 1_000_000;
    private static final int BLOCK_BYTES = 64 << 10;

    private final byte[] bytes = new byte[BYTES];

    /** Fills the bytes. */
    @Setup
    public void prepare() {
        new Random(1).nextBytes(bytes);
    }

    /** The checksum of blocks. */
    @Benchmark
    public long crc32c() {
        return whole(new CRC32C());
    }

    /** The checksum of blocks, block by block as fragments have it. */
    @Benchmark
    public long crc32cOfBlocks() {
        CRC32C crc = new CRC32C();
        long all = 0;
        for (int at = 0; at < BYTES; at += BLOCK_BYTES) {
            crc.reset();
            crc.update(bytes, at, Math.min(BLOCK_BYTES, BYTES - at));
            all += crc.getValue();
        }
        return all;
    }

    /** A checksum that S3 clients may send. */
    @Benchmark
    public long crc32() {
        return whole(new CRC32());
    }

    /** The checksum that newer S3 clients send by default. */
    @Benchmark
    public long crc64Nvme() {
        return whole(new Crc64Nvme());
    }

    /** The ETag. */
    @Benchmark
    public byte[] md5() throws NoSuchAlgorithmException {
        return MessageDigest.getInstance("MD5").digest(bytes);
    }

    /** A checksum that S3 clients may send. */
    @Benchmark
    public byte[] sha1() throws NoSuchAlgorithmException {
        return MessageDigest.getInstance("SHA-1").digest(bytes);
    }

    /** The digest of signed bodies. */
    @Benchmark
    public byte[] sha256() throws NoSuchAlgorithmException {
        return MessageDigest.getInstance("SHA-256").digest(bytes);
    }

    private long whole(Checksum checksum) {
        checksum.update(bytes, 0, BYTES);
        return checksum.getValue();
    }
}
