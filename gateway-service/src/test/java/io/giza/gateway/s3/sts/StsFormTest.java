package io.giza.gateway.s3.sts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.PercentCoding;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class StsFormTest {
    @Test
    void whatWasEncodedIsRead() {
        Random random = new Random(3);
        for (int run = 0; run < 2_000; run++) {
            Map<String, String> parameters =
                    IntStream.range(0, random.nextInt(20))
                            .boxed()
                            .collect(Collectors.toMap(i -> "P" + i, _ -> text(random)));
            String body =
                    parameters.entrySet().stream()
                            .map(
                                    each ->
                                            each.getKey()
                                                    + "="
                                                    + PercentCoding.encode(each.getValue()))
                            .collect(Collectors.joining("&"));

            assertThat(parse(body).parameters()).isEqualTo(parameters);
        }
    }

    private static String text(Random random) {
        return random.ints(random.nextInt(30), 0, 0xD7FF)
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    @Test
    void garbageIsReadOrRefusedAndNothingElse() {
        Random random = new Random(5);
        String characters = "Action=&%+;2011-06-15%41%C3%A4%zz\u0000\u00ff";
        for (int run = 0; run < 20_000; run++) {
            byte[] body = new byte[random.nextInt(200)];
            for (int i = 0; i < body.length; i++) {
                body[i] =
                        random.nextInt(10) == 0
                                ? (byte) random.nextInt()
                                : (byte) characters.charAt(random.nextInt(characters.length()));
            }
            try {
                StsForm form = StsForm.parse(body);
                form.action();
                form.requireOnly(Set.of());
            } catch (S3Exception e) {
                assertThat(e.error())
                        .isIn(
                                S3Error.VALIDATION_ERROR,
                                S3Error.MISSING_ACTION,
                                S3Error.INVALID_ACTION);
            }
        }
    }

    @Test
    void aParameterIsThereOnceAndThereAreNotTooMany() {
        assertRefused("Action=a&Action=b");
        assertRefused("Action=a&Action=a");
        assertRefused("Action&Action");
        assertRefused(
                IntStream.range(0, 65).mapToObj(i -> "P" + i).collect(Collectors.joining("&")));
        assertThat(parse("a=b=c&d&=e").parameters())
                .isEqualTo(Map.of("a", "b=c", "d", "", "", "e"));
        assertThat(parse("a=b+c").find("a")).contains("b c");
    }

    private static StsForm parse(String body) {
        return StsForm.parse(body.getBytes(StandardCharsets.UTF_8));
    }

    private static void assertRefused(String body) {
        assertThatExceptionOfType(S3Exception.class)
                .isThrownBy(() -> parse(body))
                .satisfies(e -> assertThat(e.error()).isEqualTo(S3Error.VALIDATION_ERROR));
    }
}
