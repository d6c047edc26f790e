package io.giza.gateway.s3.policy;

import io.giza.gateway.s3.policy.document.KnownPrincipals;
import io.giza.gateway.s3.policy.document.PolicyReader;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Reads the table of cases, whose form its first lines tell. */
final class PolicyCases {
    private PolicyCases() {}

    record Case(int line, String text, Policy policy, PolicyRequest request, Decision decision) {
        @Override
        public String toString() {
            return "cases.txt:" + line + " " + text;
        }
    }

    static List<Case> all() {
        List<String> lines = lines();
        List<Case> cases = new ArrayList<>();
        Policy policy = null;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith("{")) {
                policy =
                        PolicyReader.ofBucket(
                                line.getBytes(StandardCharsets.UTF_8), "b", KnownPrincipals.ALL);
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                String[] halves = line.split(" -> ", 2);
                cases.add(
                        new Case(
                                i + 1,
                                line,
                                Objects.requireNonNull(policy),
                                request(halves[0].split(" ", -1)),
                                Decision.valueOf(halves[1])));
            }
        }
        return cases;
    }

    private static PolicyRequest request(String[] words) {
        Map<String, List<String>> values = new HashMap<>();
        for (String pair : Arrays.asList(words).subList(3, words.length)) {
            int equals = pair.indexOf('=');
            values.put(
                    pair.substring(0, equals),
                    Arrays.stream(pair.substring(equals + 1).split(",", -1))
                            .map(
                                    each ->
                                            URLDecoder.decode(
                                                    each.replace("+", "%2B"),
                                                    StandardCharsets.UTF_8))
                            .toList());
        }
        return new PolicyRequest(
                requester(words[0]),
                action(words[1]),
                PolicyRequest.ARN + words[2],
                key -> values.getOrDefault(key, List.of()));
    }

    private static S3Action action(String text) {
        return Arrays.stream(S3Action.values())
                .filter(each -> each.text().equals(text))
                .findFirst()
                .orElseThrow();
    }

    static Requester requester(String text) {
        String[] parts = text.split("/", -1);
        if (text.equals("anonymous")) {
            return new Requester.Anonymous();
        }
        if (parts[0].equals("service")) {
            return new Requester.Service(parts[1]);
        }
        Requester.AccountName account = new Requester.AccountName(parts[0], sha256(parts[0]));
        return parts[1].equals("role")
                ? new Requester.RoleSession(account, parts[2], parts[3])
                : new Requester.User(account, parts[1], parts[1]);
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> lines() {
        try (InputStream in = PolicyCases.class.getResourceAsStream("/policy/cases.txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
