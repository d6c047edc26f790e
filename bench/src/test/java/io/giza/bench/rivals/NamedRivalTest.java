package io.giza.bench.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.bench.cluster.RequestSigner;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import picocli.CommandLine.TypeConversionException;

import java.net.URI;
import java.util.List;

class NamedRivalTest {
    private static NamedRival of(String text) {
        return new NamedRival.Converter().convert(text);
    }

    @Test
    void allFieldsAreRead() {
        assertThat(of("garage=http://127.0.0.1:3900,GK1,sec=ret,77,garage"))
                .isEqualTo(
                        new NamedRival(
                                "garage",
                                URI.create("http://127.0.0.1:3900"),
                                new RequestSigner("GK1", "sec=ret", "garage"),
                                List.of(77L)));
    }

    @Test
    void aRivalMayHaveSeveralProcesses() {
        assertThat(of("x=http://localhost:1,a,b,7+8+9").pids()).containsExactly(7L, 8L, 9L);
    }

    @Test
    void theRegionHasADefault() {
        assertThat(of("x=http://localhost:1,a,b,7").signer())
                .isEqualTo(new RequestSigner("a", "b", "us-east-1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:1,a,hidden,7",
                "=http://localhost:1,a,hidden,7",
                "x=http://localhost:1,a,hidden",
                "x=http://localhost:1,a,hidden,7,r,more",
                "x=localhost:1,a,hidden,7",
                "x=http://localhost:1/path,a,hidden,7",
                "x=http://localhost:1,a,hidden,seven",
                "x=http://localhost:1,a,hidden,7+",
                "x=http://localhost:1,a,hidden,"
            })
    void aMistakeIsRefusedWithoutTheSecret(String text) {
        assertThatThrownBy(() -> of(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageStartingWith("it")
                .hasMessageNotContaining("hidden");
    }

    @Test
    void itsSecretIsNotTold() {
        assertThat(of("x=http://localhost:1,a,hidden,7").toString()).doesNotContain("hidden");
    }
}
