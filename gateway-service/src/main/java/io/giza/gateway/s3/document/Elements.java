package io.giza.gateway.s3.document;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.xml.Element;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** What a schema would check of elements: MalformedXML where it does not hold. */
final class Elements {
    private Elements() {}

    /** Checks that an element has no children but these. */
    static void requireOnly(Element element, Set<String> names) {
        if (!element.children().stream().allMatch(child -> names.contains(child.name()))) {
            throw malformed();
        }
    }

    /** Returns the text of a child that is there at most once. */
    static String once(Element element, String name, String otherwise) {
        String text = child(element, name, Element::text);
        return text == null ? otherwise : text;
    }

    /** Reads a child that is there at most once; null if it is not. */
    static <T> @Nullable T child(Element element, String name, Function<Element, T> read) {
        List<Element> all = element.all(name);
        if (all.size() > 1) {
            throw malformed();
        }
        return all.isEmpty() ? null : read.apply(all.getFirst());
    }

    private static S3Exception malformed() {
        return new S3Exception(S3Error.MALFORMED_XML);
    }
}
