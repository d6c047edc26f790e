package io.giza.gateway.s3.policy.document;

import static io.giza.gateway.s3.policy.document.MalformedPolicy.INVALID_JSON;
import static io.giza.gateway.s3.policy.document.MalformedPolicy.malformed;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The fields of an object in a policy. */
final class Fields {
    private static final int LONGEST_NAME = 64;

    private Fields() {}

    static void requireOnly(JsonNode object, Set<String> names) {
        for (String name : object.propertyNames()) {
            if (!names.contains(name)) {
                throw malformed("Unknown field " + printable(name));
            }
        }
    }

    /** Strangers choose texts, which go into answers: they are cut and made plain. */
    static String printable(String text) {
        String plain = text.replaceAll("\\p{Cntrl}", "?");
        return plain.length() <= LONGEST_NAME ? plain : plain.substring(0, LONGEST_NAME);
    }

    /** Returns the text of a field, empty if it is not there. */
    static String text(JsonNode object, String name) {
        if (!object.has(name)) {
            return "";
        }
        if (!object.path(name).isString()) {
            throw malformed(INVALID_JSON);
        }
        return object.path(name).asString();
    }

    /**
     * Returns texts that are one text or a list of them.
     *
     * @param wrong what is said of anything else, of an empty list and of an empty text
     */
    static List<String> texts(JsonNode node, String wrong) {
        List<String> texts = new ArrayList<>();
        if (node.isArray()) {
            node.forEach(each -> texts.add(each.isString() ? each.asString() : ""));
        } else {
            texts.add(node.isString() ? node.asString() : "");
        }
        if (texts.isEmpty() || texts.stream().anyMatch(String::isEmpty)) {
            throw malformed(wrong);
        }
        return texts;
    }
}
