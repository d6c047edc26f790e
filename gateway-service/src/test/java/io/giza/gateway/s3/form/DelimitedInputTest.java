package io.giza.gateway.s3.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.giza.gateway.memory.ByteBudget;
import io.giza.testkit.fixture.Seeds;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

class DelimitedInputTest {
    private static final String DELIMITER = "\r\n--b";

    @Test
    void partsAreWhatATwinThatHasAllOfItSays() {
        Seeds.first(300).forEach(DelimitedInputTest::agreesWithTwin);
    }

    /** Few characters, so that beginnings of the delimiter are everywhere. */
    private static void agreesWithTwin(long seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(10) == 0 ? 200_000 : random.nextInt(200);
        for (int i = 0; i < length; i++) {
            text.append("\r\n-bx".charAt(random.nextInt(5)));
        }
        text.append(DELIMITER);
        String all = text.toString();

        assertThat(parts(all, random)).as("seed %d", seed).isEqualTo(twin(all));
    }

    private static List<String> twin(String all) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int at = all.indexOf(DELIMITER); at >= 0; at = all.indexOf(DELIMITER, from)) {
            parts.add(all.substring(from, at));
            from = at + DELIMITER.length();
        }
        return parts;
    }

    private static List<String> parts(String all, Random random) {
        DelimitedInput input = input(all, random);
        List<String> parts = new ArrayList<>();
        try {
            while (true) {
                parts.add(part(input, random));
            }
        } catch (EOFException e) {
            return parts;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String part(DelimitedInput input, Random random) throws IOException {
        ByteArrayOutputStream part = new ByteArrayOutputStream();
        byte[] buffer = new byte[1 + random.nextInt(70_000)];
        for (int n = input.read(buffer, 0, buffer.length);
                n >= 0;
                n = input.read(buffer, 0, buffer.length)) {
            assertThat(n).isPositive();
            part.write(buffer, 0, n);
        }
        return part.toString(StandardCharsets.ISO_8859_1);
    }

    @Test
    void aPartWithoutItsEndIsCutOff() {
        for (String text : List.of("", "abc", "abc\r\n--", "abc\r\n--a")) {
            DelimitedInput input = input(text, new Random(1));
            assertThatExceptionOfType(EOFException.class)
                    .isThrownBy(() -> part(input, new Random(2)));
        }
    }

    @Test
    void linesAreBounded() throws Exception {
        DelimitedInput input = input("one\r\n\r\ntwo\rx\nend\r\n" + "x".repeat(100), new Random(3));

        assertThat(input.line(10)).asString().isEqualTo("one");
        assertThat(input.line(10)).isEmpty();
        assertThat(input.line(10)).asString().isEqualTo("two\rx\nend");
        assertThatExceptionOfType(DelimitedInput.LineTooLong.class)
                .isThrownBy(() -> input.line(10));
        assertThatExceptionOfType(EOFException.class).isThrownBy(() -> input.line(1000));
    }

    @Test
    void fourKibibytesAreTakenUntilMoreArrives() {
        // An account gets half.
        ByteBudget budget = new ByteBudget("forms", 2 * 4096, new SimpleMeterRegistry());
        assertThatNoException().isThrownBy(() -> input(InputStream.nullInputStream(), budget));
    }

    private static DelimitedInput input(InputStream from, ByteBudget budget) {
        byte[] delimiter = DELIMITER.getBytes(StandardCharsets.ISO_8859_1);
        return new DelimitedInput(from, delimiter, new byte[0], budget.openReservation("someone"));
    }

    private static DelimitedInput input(String text, Random random) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return input(
                new Dribble(new ByteArrayInputStream(bytes), random),
                new ByteBudget("forms", 1 << 20, new SimpleMeterRegistry()));
    }

    /** Gives as much at a time as it likes. */
    private static final class Dribble extends InputStream {
        private final InputStream input;
        private final Random random;

        Dribble(InputStream input, Random random) {
            this.input = input;
            this.random = random;
        }

        @Override
        public int read() throws IOException {
            return input.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int most = random.nextBoolean() ? 5 : 50_000;
            return input.read(target, offset, Math.min(length, 1 + random.nextInt(most)));
        }
    }
}
