package io.giza.gateway.s3.xml;

import java.util.List;
import java.util.Optional;

/**
 * An element of a document that was read.
 *
 * @param name its local name
 * @param text its own text, unchanged: keys may begin and end with spaces
 * @param children its child elements, in order
 */
public record Element(String name, String text, List<Element> children) {
    public Element {
        children = List.copyOf(children);
    }

    /** Returns the children of this name. */
    public List<Element> all(String childName) {
        return children.stream().filter(child -> child.name.equals(childName)).toList();
    }

    /** Returns the text of the first child of this name. */
    public Optional<String> first(String childName) {
        return children.stream()
                .filter(child -> child.name.equals(childName))
                .map(Element::text)
                .findFirst();
    }
}
