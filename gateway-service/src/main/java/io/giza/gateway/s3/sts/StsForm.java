package io.giza.gateway.s3.sts;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Query;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What a client asks of STS, as a form.
 *
 * @param parameters by name
 */
record StsForm(Map<String, String> parameters) {
    private static final String VERSION = "2011-06-15";
    private static final int MOST_PARAMETERS = 64;

    /** Says to AWS's own service what is none of this one's. */
    private static final Set<String> ALWAYS = Set.of("Action", "Version");

    StsForm {
        parameters = Map.copyOf(parameters);
    }

    /**
     * Reads a form.
     *
     * @throws S3Exception ValidationError if it is none, or names a parameter twice
     */
    static StsForm parse(byte[] body) {
        Map<String, String> parameters = new HashMap<>();
        for (Query.Parameter each : query(body).parameters()) {
            if (parameters.put(each.name(), each.value()) != null
                    || parameters.size() > MOST_PARAMETERS) {
                throw invalid("The form names a parameter twice, or too many of them.");
            }
        }
        return new StsForm(parameters);
    }

    private static Query query(byte[] body) {
        try {
            return Query.parse(
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString());
        } catch (CharacterCodingException | S3Exception e) {
            throw invalid("The form is not encoded as forms are.");
        }
    }

    /**
     * Returns what is asked for.
     *
     * @throws S3Exception MissingAction, or InvalidAction if it is of another version of STS
     */
    String action() {
        String action = parameters.getOrDefault("Action", "");
        if (action.isEmpty()) {
            throw new S3Exception(S3Error.MISSING_ACTION);
        }
        String version = parameters.getOrDefault("Version", "");
        if (!version.equals(VERSION)) {
            throw new S3Exception(
                    S3Error.INVALID_ACTION, "The parameter Version must be " + VERSION + ".");
        }
        return action;
    }

    /**
     * Refuses what would be passed over.
     *
     * @param known all parameters that the action reads
     * @throws S3Exception ValidationError
     */
    void requireOnly(Set<String> known) {
        Set<String> others = new TreeSet<>(parameters.keySet());
        others.removeAll(known);
        others.removeAll(ALWAYS);
        if (!others.isEmpty()) {
            throw invalid(
                    "These parameters are not supported here: " + String.join(", ", others) + ".");
        }
    }

    /** Returns a parameter, empty if it was not sent or has no value. */
    Optional<String> find(String name) {
        return Optional.ofNullable(parameters.get(name)).filter(each -> !each.isEmpty());
    }

    /**
     * Returns a parameter.
     *
     * @throws S3Exception ValidationError if it was not sent
     */
    String require(String name) {
        return find(name).orElseThrow(() -> invalid("The parameter " + name + " is required."));
    }

    /**
     * Returns a parameter of a pattern.
     *
     * @throws S3Exception ValidationError if it was not sent, or does not match
     */
    String require(String name, Pattern pattern) {
        String value = require(name);
        if (!pattern.matcher(value).matches()) {
            throw invalid("The parameter " + name + " must match " + pattern + ".");
        }
        return value;
    }

    static S3Exception invalid(String message) {
        return new S3Exception(S3Error.VALIDATION_ERROR, message);
    }
}
