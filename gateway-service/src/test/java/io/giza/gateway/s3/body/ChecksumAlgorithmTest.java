package io.giza.gateway.s3.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.gateway.s3.error.S3Exception;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.HexFormat;
import java.util.Random;

class ChecksumAlgorithmTest {
    @ParameterizedTest
    @CsvFileSource(resources = "xxhash.csv")
    void xxHashesAreThoseOfItsOwnLibrary(int length, String xxh64, String xxh3, String xxh128) {
        byte[] content = new byte[length];
        for (int i = 0; i < length; i++) {
            content[i] = (byte) (7L * i % 251);
        }
        assertThat(inPieces(ChecksumAlgorithm.XXHASH64, content)).isEqualTo(xxh64);
        assertThat(inPieces(ChecksumAlgorithm.XXHASH3, content)).isEqualTo(xxh3);
        assertThat(inPieces(ChecksumAlgorithm.XXHASH128, content)).isEqualTo(xxh128);
    }

    @ParameterizedTest
    @EnumSource
    void aValueIsTheSameHoweverTheContentIsCut(ChecksumAlgorithm algorithm) {
        byte[] content = new byte[100_003];
        new Random(3).nextBytes(content);
        ChecksumAlgorithm.Running whole = algorithm.start();
        whole.update(content, 0, content.length);
        byte[] value = whole.value();
        assertThat(value).hasSize(algorithm.bytes());
        assertThat(inPieces(algorithm, content)).isEqualTo(HexFormat.of().formatHex(value));
    }

    @Test
    void anUnknownNameIsAnsweredByThoseThatAreKnown() {
        assertThat(ChecksumAlgorithm.named("xxhash3")).isEqualTo(ChecksumAlgorithm.XXHASH3);
        assertThatThrownBy(() -> ChecksumAlgorithm.named("MD4"))
                .isInstanceOf(S3Exception.class)
                .hasMessageContaining(
                        "[CRC32, CRC32C, CRC64NVME, MD5, SHA1, SHA256, SHA512, XXHASH128, XXHASH3,"
                                + " XXHASH64]");
    }

    private static String inPieces(ChecksumAlgorithm algorithm, byte[] content) {
        Random random = new Random(content.length);
        ChecksumAlgorithm.Running running = algorithm.start();
        int length;
        for (int at = 0; at < content.length; at += length) {
            length = Math.min(random.nextInt(2000), content.length - at);
            running.update(content, at, length);
        }
        return HexFormat.of().formatHex(running.value());
    }
}
