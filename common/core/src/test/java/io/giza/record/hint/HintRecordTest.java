package io.giza.record.hint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.Mode;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.record.FormatException;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Hints name keys, or the whole key space if these are many. */
class HintRecordTest {
    private static final HintRecord SOME = HintRecord.EMPTY.with(List.of("a", "b"), 1);

    @Test
    void aRepairRemovesOnlyTheHintsThatItBeganWith() {
        HintRecord later = SOME.with(List.of("b", "c"), 2);

        assertThat(later.without(SOME).keys()).containsOnlyKeys("b", "c");
        assertThat(later.without(later).isEmpty()).isTrue();
        assertThat(SOME.withAll(3).withAll(4).without(SOME.withAll(3)).isOfAll()).isTrue();
        assertThat(SOME.withAll(3).without(SOME.withAll(3)).isEmpty()).isTrue();
    }

    @Test
    void manyKeysOrLongNamesAreAHintForTheWholeKeySpace() {
        List<String> many =
                IntStream.rangeClosed(0, HintRecord.MAX_KEYS).mapToObj(i -> "key-" + i).toList();
        assertThat(HintRecord.EMPTY.with(many, 1)).isEqualTo(HintRecord.EMPTY.withAll(1));
        assertThat(HintRecord.EMPTY.with(many.subList(1, many.size()), 1).isOfAll()).isFalse();

        List<String> names =
                IntStream.range(0, 20).mapToObj(i -> (char) ('a' + i) + "ü".repeat(500)).toList();
        assertThat(HintRecord.EMPTY.with(names, 1).isOfAll()).isTrue();
        assertThat(SOME.withAll(1).with(List.of("a"), 2)).isEqualTo(HintRecord.EMPTY.withAll(2));
    }

    @Test
    void aRecordIsDecodedAsItWasEncoded() {
        for (HintRecord each : List.of(HintRecord.EMPTY, SOME, SOME.withAll(-7))) {
            assertThat(HintRecordCodec.decode(value(HintRecordCodec.encode(each)))).isEqualTo(each);
        }
        assertThatExceptionOfType(FormatException.class)
                .isThrownBy(
                        () -> HintRecordCodec.decode(value(Bytes.copyOf(new byte[] {1, 2, 3}))));
    }

    private static Value value(Bytes body) {
        Random random = new Random(1);
        return new Value(
                HintRecordCodec.FORMAT,
                PutId.random(random),
                0,
                OpId.random(random),
                new Command.Put(Mode.UNVERSIONED, body));
    }
}
