package io.giza.gateway.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.gateway.s3.body.Crc64Nvme;
import io.giza.model.Bytes;
import io.giza.model.Manifest;
import io.giza.model.Part;
import io.giza.model.PutId;
import io.giza.model.Upload;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

class PartDigestsTest {
    private static Checksum start(CrcCombination crc) {
        return switch (crc) {
            case CRC32 -> new CRC32();
            case CRC32C -> new CRC32C();
            case CRC64NVME -> new Crc64Nvme();
        };
    }

    private static long of(CrcCombination crc, byte[] content, int from, int to) {
        Checksum running = start(crc);
        running.update(content, from, to - from);
        return running.getValue();
    }

    private static String text(CrcCombination crc, long value) {
        byte[] eight = ByteBuffer.allocate(8).putLong(value).array();
        return Base64.getEncoder()
                .encodeToString(
                        crc == CrcCombination.CRC64NVME ? eight : Arrays.copyOfRange(eight, 4, 8));
    }

    @ParameterizedTest
    @EnumSource
    void theChecksumOfTheWholeFollowsFromThoseOfItsPieces(CrcCombination crc) {
        Random random = new Random(1);
        for (int i = 0; i < 200; i++) {
            byte[] content = new byte[random.nextInt(5000)];
            random.nextBytes(content);
            int cut = random.nextInt(content.length + 1);
            assertThat(
                            crc.combine(
                                    of(crc, content, 0, cut),
                                    of(crc, content, cut, content.length),
                                    content.length - cut))
                    .isEqualTo(of(crc, content, 0, content.length));
        }
        assertThatThrownBy(() -> crc.combine(1, 2, -1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @EnumSource
    void theChecksumOfAnObjectFollowsFromThoseOfItsParts(CrcCombination crc) {
        Random random = new Random(2);
        byte[] content = new byte[4000];
        random.nextBytes(content);
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            long sum = of(crc, content, 1000 * i, 1000 * i + 1000);
            parts.add(part(i + 1, 1000, text(crc, sum)));
        }
        var kind =
                new Upload.Checksum(
                        crc.name().toLowerCase(Locale.ROOT), Upload.Checksum.Type.FULL_OBJECT);
        assertThat(PartDigests.checksum(kind, parts))
                .isEqualTo(text(crc, of(crc, content, 0, content.length)));
    }

    @Test
    void aDigestIsOfPartsOnly() {
        List<Part> parts = List.of(part(1, 3, "AAAA"));
        assertThatThrownBy(
                        () ->
                                PartDigests.checksum(
                                        new Upload.Checksum(
                                                "sha1", Upload.Checksum.Type.FULL_OBJECT),
                                        parts))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () ->
                                PartDigests.checksum(
                                        new Upload.Checksum(
                                                "crc64nvme", Upload.Checksum.Type.COMPOSITE),
                                        parts))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** Of the values of two parts that are "123456789" each. */
    @ParameterizedTest
    @CsvSource({
        "md5, JfnnlDI7RTiF9RgfG2JNCw==," + " TykIwZtXPlCxlOIIySjeFw==",
        "sha1, 98O8HYCOBHMq32eZZczDTKeuNEE=," + " Ilk+i6rfk6Ehj37eRD3mojUbITk=",
        "sha512, 2eZ2LdHI6vbWGzxhkvxAjU1tXxF20MKRabwk5xw/J0rSf81YEbMT1oH35V7ALXPUmclUVba1u1A6z1dPuo/+hQ==,"
                + " X6xmnuKfeif7m62gddjmijUrPJpWpkpFxmuqkkNCmqVS7QJKN7CB8pGJV6nSp1insU08cyDB7P8iaBSYXfdQdA==",
        "xxhash128, MxGUd+3l3NXpcWQnaB1YYA==," + " qjTtsPXZhPpN7MY7btlJYQ==",
        "xxhash3, ctyxi2ehff8=," + " RNV23SlKFi0=",
        "xxhash64, jLhB20DmroM=," + " rJ2dHuZ0z6k="
    })
    void aCompositeChecksumIsThatOfTheChecksums(String algorithm, String part, String expected) {
        var kind = new Upload.Checksum(algorithm, Upload.Checksum.Type.COMPOSITE);
        assertThat(PartDigests.checksum(kind, List.of(part(1, 9, part), part(2, 9, part))))
                .isEqualTo(expected + "-2");
    }

    @Test
    void theEtagIsTheDigestOfTheDigestsAndTheirNumber() {
        assertThat(
                        PartDigests.etag(
                                List.of(
                                        "d41d8cd98f00b204e9800998ecf8427e",
                                        "d41d8cd98f00b204e9800998ecf8427e")))
                .matches("[0-9a-f]{32}-2");
        // The MD5 of the sixteen bytes of the MD5 of nothing.
        assertThat(PartDigests.etag(List.of("d41d8cd98f00b204e9800998ecf8427e")))
                .isEqualTo("59adb24ef3cdbe0297f05b395827453f-1");
    }

    private static Part part(int number, long size, String checksum) {
        return new Part(
                number,
                new PutId(new UUID(1, number)),
                size,
                Optional.of(checksum),
                new Manifest.Inline(Bytes.EMPTY));
    }
}
