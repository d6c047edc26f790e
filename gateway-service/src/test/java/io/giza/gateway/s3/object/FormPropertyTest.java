package io.giza.gateway.s3.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.s3.form.SignedForm;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Drawn forms: fields in any order, repeated, or after the file, and policies that allow them or
 * not. A twin tells what S3 documents for each form, and which objects there are afterwards.
 */
class FormPropertyTest {
    private static final int FORMS = 40;
    private static final List<String> KEYS = List.of("key", "dir/${filename}", "${filename}");
    private static final List<String> FILES =
            List.of("cat.jpg", "dir/cat.jpg", "C:\\dir\\dog.jpg", "");
    private static final Map<String, List<String>> OTHERS =
            Map.of(
                    "Content-Type", List.of("image/a", "image/a,image/b", "image/a,text/b"),
                    "Cache-Control", List.of("no-cache"),
                    "x-amz-meta-colour", List.of("red", "blue"),
                    "x-ignore-submit", List.of("Upload"),
                    "success_action_status", List.of("200", "201", "204", "500", "none"));

    private static RunningGateway gateway;

    @BeforeAll
    static void start() {
        gateway = new RunningGateway();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    /** What an object is. */
    private record Stored(String content, Map<String, String> headers) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void eachFormIsAnsweredAsDocumentedAndNothingElseIsPut(long seed) throws IOException {
        Random random = new Random(seed);
        String bucket = "bucket-" + seed;
        send(new Ask("PUT", "/" + bucket));
        Map<String, Stored> twin = new TreeMap<>();
        for (int i = 0; i < FORMS; i++) {
            DrawnForm form = new DrawnForm(random, bucket);
            Response response = post(bucket, form.body());
            String what = "form " + i + ": " + form + ", answered: " + response.body();
            if (form.refusal.isEmpty()) {
                assertThat(response.status()).as(what).isEqualTo(form.status());
                assertThat(response.element("Key"))
                        .as(what)
                        .isEqualTo(form.status() == 201 ? form.key() : "");
                twin.put(form.key(), form.stored());
            } else {
                assertThat(response.status()).as(what).isIn(400, 403);
                assertThat(response.element("Code")).as(what).isEqualTo(form.refusal);
            }
            assertThat(gateway.objects().keys(bucket))
                    .as(what)
                    .containsExactlyInAnyOrderElementsOf(twin.keySet());
        }
        for (Map.Entry<String, Stored> each : twin.entrySet()) {
            Response got = send(new Ask("GET", "/" + bucket + "/" + each.getKey()));
            assertThat(got.body()).isEqualTo(each.getValue().content());
            assertThat(got.headers()).containsAllEntriesOf(each.getValue().headers());
        }
    }

    /** A form, and what S3 makes of it. */
    private static final class DrawnForm {
        private final Random random;
        private final SignedForm form = new SignedForm();
        private final Map<String, String> sent = new LinkedHashMap<>();
        private final boolean hasFile;
        private final String file;
        private final String content;

        /** The code of the first thing that is wrong with it; empty if nothing is. */
        private String refusal = "";

        DrawnForm(Random random, String bucket) {
            this.random = random;
            this.hasFile = !isRare();
            this.file = draw(FILES);
            this.content = "x".repeat(random.nextInt(8));
            form.policyBucket(bucket).shuffledBy(random);
            boolean hasKey = !isRare();
            boolean isMalformed = false;
            if (hasKey) {
                isMalformed = add("key", draw(KEYS));
            }
            for (Map.Entry<String, List<String>> each : new TreeMap<>(OTHERS).entrySet()) {
                if (random.nextBoolean()) {
                    isMalformed |= add(each.getKey(), draw(each.getValue()));
                }
            }
            if (hasFile) {
                form.file(file, content);
            }
            if (isMalformed) {
                refusal = "MalformedPOSTRequest";
            } else if (!hasFile || !hasKey || key().isEmpty()) {
                refusal = "InvalidArgument";
            }
            sendLate(hasKey);
            addPolicy(bucket);
        }

        /** Adds a field, and sometimes once more, which no form may do. */
        private boolean add(String name, String value) {
            String asSent = random.nextInt(4) == 0 ? name.toUpperCase(Locale.ROOT) : name;
            sent.put(name.toLowerCase(Locale.ROOT), value);
            if (random.nextInt(40) > 0) {
                form.uncovered(asSent, value);
                return false;
            }
            form.field(asSent, value).field(asSent, value);
            return true;
        }

        /** Fields after the file are ignored, so what is needed must not be there. */
        private void sendLate(boolean hasKey) {
            if (!hasFile) {
                return;
            }
            if (!hasKey || random.nextInt(4) == 0) {
                form.after("key", "late");
            }
            if (random.nextInt(4) == 0) {
                form.after("x-amz-meta-late", "yes");
            }
            if (isRare()) {
                form.without("policy").after("policy", "late");
                refuse("InvalidArgument");
            }
        }

        private void addPolicy(String bucket) {
            for (Map.Entry<String, String> each : sent.entrySet()) {
                cover(each.getKey(), each.getKey().equals("key") ? key() : each.getValue());
            }
            if (isRare()) {
                condition("eq", "x-amz-meta-missing", "x");
                refuse("AccessDenied");
            }
            if (isRare()) {
                form.policyBucket("not-" + bucket);
                refuse("AccessDenied");
            }
            if (isRare()) {
                form.expired();
                refuse("AccessDenied");
            }
            if (random.nextBoolean()) {
                int least = random.nextInt(4);
                int greatest = least + random.nextInt(6);
                form.range(least, greatest);
                if (content.length() < least) {
                    refuse("EntityTooSmall");
                } else if (content.length() > greatest) {
                    refuse("EntityTooLarge");
                }
            }
        }

        /** A policy must have a condition on each field, and each of them must hold. */
        private void cover(String name, String value) {
            switch (random.nextInt(40)) {
                case 0 -> {
                    if (!name.startsWith("x-ignore-")) {
                        refuse("AccessDenied");
                    }
                }
                case 1 -> {
                    condition("eq", name, value + "-else");
                    refuse("AccessDenied");
                }
                case 2 -> {
                    condition("starts-with", name, "else");
                    refuse("AccessDenied");
                }
                default -> {
                    if (random.nextBoolean()) {
                        condition("eq", name, value);
                    } else {
                        String beginning = value.substring(0, random.nextInt(value.length() + 1));
                        condition("starts-with", name, beginning);
                        // Each type of a list must begin so.
                        if (name.equals("content-type")
                                && !Arrays.stream(value.split(","))
                                        .allMatch(type -> type.startsWith(beginning))) {
                            refuse("AccessDenied");
                        }
                    }
                }
            }
        }

        private void condition(String kind, String name, String value) {
            form.condition("[\"%s\",\"$%s\",\"%s\"]".formatted(kind, name, value));
        }

        private void refuse(String code) {
            refusal = refusal.isEmpty() ? code : refusal;
        }

        private boolean isRare() {
            return random.nextInt(20) == 0;
        }

        private String draw(List<String> values) {
            return values.get(random.nextInt(values.size()));
        }

        String body() {
            return form.body();
        }

        /** The file's name is that without its folder. */
        String key() {
            String name = file.substring(file.lastIndexOf('\\') + 1);
            return sent.getOrDefault("key", "")
                    .replace("${filename}", name.substring(name.lastIndexOf('/') + 1));
        }

        int status() {
            return switch (sent.getOrDefault("success_action_status", "")) {
                case "200" -> 200;
                case "201" -> 201;
                default -> 204;
            };
        }

        Stored stored() {
            Map<String, String> headers = new TreeMap<>(sent);
            headers.keySet().removeAll(List.of("key", "success_action_status", "x-ignore-submit"));
            return new Stored(content, headers);
        }

        @Override
        public String toString() {
            return sent + " with a file: " + hasFile + ", " + file + ", " + content.length();
        }
    }

    private static Response post(String bucket, String body) throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            http.write(
                    "POST /"
                            + bucket
                            + " HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary="
                            + SignedForm.BOUNDARY
                            + "\r\nContent-Length: "
                            + body.length()
                            + "\r\n\r\n"
                            + body);
            return http.read(false);
        }
    }

    private static Response send(Ask ask) throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            return http.send(ask);
        }
    }
}
