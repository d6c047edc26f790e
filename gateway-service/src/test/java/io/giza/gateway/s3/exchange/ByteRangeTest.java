package io.giza.gateway.s3.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteRangeTest {
    @ParameterizedTest
    @CsvSource({"0-0, 0, 1", "2-5, 2, 4", "2-99, 2, 8", "9-, 9, 1", "-3, 7, 3", "-99, 0, 10"})
    void rangeIsCutToTheObject(String range, long first, long length) {
        assertThat(ByteRange.parse("bytes=" + range, 10)).hasValue(new ByteRange(first, length));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "bytes",
                "bytes=",
                "bytes=-",
                "bytes=5-1",
                "bytes=0-1,2-3",
                "bytes=0-1,",
                "bytes=+1-2",
                "bytes=--3",
                "bytes= 1-2",
                "bytes=\uff11-2",
                "bytes=0-9999999999999999999",
                "items=0-1"
            })
    void whatIsNotOneRangeOfBytesIsIgnored(String header) {
        assertThat(ByteRange.parse(header, 10)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"10-, 10", "10-20, 10", "-0, 10", "0-, 0", "0-0, 0", "-0, 0"})
    void rangeWithoutAByteOfTheObjectIsRefused(String range, long size) {
        assertThatThrownBy(() -> ByteRange.parse("bytes=" + range, size))
                .isInstanceOfSatisfying(
                        S3Exception.class,
                        e -> assertThat(e.error()).isEqualTo(S3Error.INVALID_RANGE));
    }

    @Test
    void lastBytesOfAnEmptyObjectAreTheWhole() {
        assertThat(ByteRange.parse("bytes=-5", 0)).isEmpty();
    }
}
