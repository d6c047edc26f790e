package io.giza.gateway.s3.policy.document;

import static io.giza.gateway.s3.policy.document.MalformedPolicy.INVALID_JSON;
import static io.giza.gateway.s3.policy.document.MalformedPolicy.malformed;

import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.policy.Policy;
import io.giza.gateway.s3.policy.PolicyVersion;
import io.giza.gateway.s3.policy.Statement;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Reads policies from JSON. What the language does not know is refused and never passed over: a
 * misspelt condition would let in whom it should keep out.
 */
public final class PolicyReader {
    /** The longest policy of a bucket, in bytes. */
    public static final int MOST_BUCKET_BYTES = 20 << 10;

    /** The longest policy of an access key, in bytes. */
    public static final int MOST_KEY_BYTES = 6 << 10;

    private static final int MAX_DEPTH = 8;
    private static final Set<String> FIELDS = Set.of("Version", "Id", "Statement");
    private static final JsonMapper JSON =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .streamReadConstraints(
                                            StreamReadConstraints.builder()
                                                    .maxNestingDepth(MAX_DEPTH)
                                                    .build())
                                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                                    .build())
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .build();

    private PolicyReader() {}

    /**
     * Reads the policy of a bucket: every statement names principals, and resources of this bucket.
     *
     * @param json as it was sent
     * @param bucket the bucket's name
     * @param known whom it may name
     * @throws S3Exception MalformedPolicy
     */
    public static Policy ofBucket(byte[] json, String bucket, KnownPrincipals known) {
        return read(json, MOST_BUCKET_BYTES, new StatementReader.OfBucket(bucket, known));
    }

    /**
     * Reads the policy of an access key: no statement names a principal, and it may be about any
     * resource of S3.
     *
     * @throws S3Exception MalformedPolicy
     */
    public static Policy ofKey(byte[] json) {
        return read(json, MOST_KEY_BYTES, new StatementReader.OfKey());
    }

    private static Policy read(byte[] json, int most, StatementReader.Owner owner) {
        if (json.length > most) {
            throw malformed("Policy exceeds the maximum allowed document size.");
        }
        if (json.length == 0 || json[0] != '{') {
            throw malformed("Policies must be valid JSON and the first byte must be '{'");
        }
        JsonNode document = parse(json);
        Fields.requireOnly(document, FIELDS);
        PolicyVersion version = version(document);
        String id = Fields.text(document, "Id");
        List<Statement> statements = new ArrayList<>();
        for (JsonNode each : statements(document)) {
            statements.add(StatementReader.read(each, version, owner));
        }
        return new Policy(version, id, statements);
    }

    private static JsonNode parse(byte[] json) {
        try {
            // Jackson guesses at encodings, and S3 has but one.
            String text =
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json)).toString();
            JsonNode document = JSON.readTree(text);
            if (!document.isObject()) {
                throw malformed(INVALID_JSON);
            }
            return document;
        } catch (CharacterCodingException | JacksonException | NumberFormatException e) {
            // Of an exponent that is too large Jackson tells by an exception of the JDK's.
            throw malformed(INVALID_JSON);
        }
    }

    private static PolicyVersion version(JsonNode document) {
        if (!document.has("Version")) {
            return PolicyVersion.V2008;
        }
        JsonNode version = document.path("Version");
        return Arrays.stream(PolicyVersion.values())
                .filter(each -> version.isString() && each.text().equals(version.asString()))
                .findFirst()
                .orElseThrow(() -> malformed("The policy must contain a valid version string"));
    }

    private static List<JsonNode> statements(JsonNode document) {
        if (!document.has("Statement")) {
            throw malformed("Missing required field Statement");
        }
        JsonNode statement = document.path("Statement");
        List<JsonNode> all = new ArrayList<>();
        if (statement.isArray()) {
            statement.forEach(all::add);
        } else {
            all.add(statement);
        }
        if (all.isEmpty()) {
            throw malformed("Could not parse the policy: Statement is empty!");
        }
        return all;
    }
}
