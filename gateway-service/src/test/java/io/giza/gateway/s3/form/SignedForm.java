package io.giza.gateway.s3.form;

import io.giza.gateway.s3.auth.TestSigner;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/** A form with a policy that allows exactly its fields, unless it is told otherwise. */
public final class SignedForm {
    public static final String BOUNDARY = "----WebKitFormBoundary7MA4YWxkTrZu0gW";

    private final Map<String, String> fields = new LinkedHashMap<>();
    private final Map<String, String> tampered = new LinkedHashMap<>();
    private final List<String> duplicates = new ArrayList<>();
    private final StringBuilder conditions = new StringBuilder();
    private String tail = "--" + BOUNDARY + "--\r\n";
    private String bucket = "bucket";
    private Duration goodFor = Duration.ofHours(1);
    private Consumer<List<String>> order = _ -> {};

    public SignedForm field(String name, String value) {
        if (fields.putIfAbsent(name, value) != null) {
            duplicates.add(part(name, value));
        }
        return condition("[\"starts-with\",\"$" + name + "\",\"\"]");
    }

    public SignedForm uncovered(String name, String value) {
        fields.put(name, value);
        return this;
    }

    public SignedForm condition(String json) {
        conditions.append(',').append(json);
        return this;
    }

    public SignedForm range(long least, long greatest) {
        return condition("[\"content-length-range\"," + least + "," + greatest + "]");
    }

    public SignedForm policyBucket(String name) {
        bucket = name;
        return this;
    }

    public SignedForm expired() {
        goodFor = Duration.ofMinutes(-1);
        return this;
    }

    public SignedForm tamper(String name, String value) {
        tampered.put(name, value);
        return this;
    }

    public SignedForm without(String name) {
        tampered.put(name, "");
        return this;
    }

    public SignedForm file(String name, String content) {
        tail =
                "--"
                        + BOUNDARY
                        + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\""
                        + name.replace("\\", "\\\\")
                        + "\"\r\nContent-Type: text/plain\r\n\r\n"
                        + content
                        + "\r\n--"
                        + BOUNDARY
                        + "--\r\n";
        return this;
    }

    /** Sends the fields before the file in a drawn order. */
    public SignedForm shuffledBy(Random random) {
        order = parts -> Collections.shuffle(parts, random);
        return this;
    }

    public SignedForm after(String name, String value) {
        tail =
                tail.replace(
                        "--" + BOUNDARY + "--\r\n", part(name, value) + "--" + BOUNDARY + "--\r\n");
        return this;
    }

    public String body() {
        Map<String, String> all = new LinkedHashMap<>(fields);
        Instant now = Instant.now();
        String timestamp = now.toString().replaceAll("[-:]|\\.\\d+", "");
        String scope = timestamp.substring(0, 8) + "/mars-1/s3/aws4_request";
        String json =
                "{\"expiration\":\""
                        + now.plus(goodFor)
                        + "\",\"conditions\":[{\"bucket\":\""
                        + bucket
                        + "\"},[\"starts-with\",\"$x-amz-algorithm\",\"\"],"
                        + "[\"starts-with\",\"$x-amz-credential\",\"\"],"
                        + "[\"starts-with\",\"$x-amz-date\",\"\"]"
                        + conditions
                        + "]}";
        String policy = Base64.getEncoder().encodeToString(json.getBytes(StandardCharsets.UTF_8));
        all.put("policy", policy);
        all.put("x-amz-algorithm", "AWS4-HMAC-SHA256");
        all.put("x-amz-credential", "gateway-test/" + scope);
        all.put("x-amz-date", timestamp);
        all.put("x-amz-signature", TestSigner.signPolicy(timestamp, "mars-1", policy));
        all.putAll(tampered);
        List<String> parts = new ArrayList<>();
        all.forEach(
                (name, value) -> {
                    if (!value.isEmpty()) {
                        parts.add(part(name, value));
                    }
                });
        parts.addAll(duplicates);
        order.accept(parts);
        // Sent as Latin-1, and meant as UTF-8.
        return new String(
                (String.join("", parts) + tail).getBytes(StandardCharsets.UTF_8),
                StandardCharsets.ISO_8859_1);
    }

    private static String part(String name, String value) {
        return "--"
                + BOUNDARY
                + "\r\nContent-Disposition: form-data; name=\""
                + name
                + "\"\r\n\r\n"
                + value
                + "\r\n";
    }
}
