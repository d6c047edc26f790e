package io.giza.gateway.s3.encryption;

import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

/** What a client wants bound to the use of a named key: a JSON object of texts, in base 64. */
final class EncryptionContext {
    private static final int MAX_BYTES = 2048;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private EncryptionContext() {}

    /** Returns it as text that is the same for equal contexts. */
    static String canonical(String header) {
        try {
            byte[] json = Base64.getDecoder().decode(header);
            if (json.length <= MAX_BYTES) {
                Map<String, String> pairs =
                        JSON.readValue(json, new TypeReference<TreeMap<String, String>>() {});
                return JSON.writeValueAsString(pairs);
            }
        } catch (IllegalArgumentException | JacksonException e) {
            // It is refused like one that is too long.
        }
        throw EncryptionHeaders.invalid(
                "The header x-amz-server-side-encryption-context must be a JSON object of texts, in"
                        + " base 64, of at most 2048 bytes.",
                "x-amz-server-side-encryption-context",
                header);
    }
}
