package io.giza.gateway.s3.xml;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;

import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads small XML documents of strangers: no document type, no entities of their own, bounded depth
 * and bounded number of elements. Name spaces are ignored because clients disagree on them.
 *
 * <p>Jackson's binding of XML is not used: it takes an attribute for an element, any root, and a
 * document type that nothing refers to, so that a reader like this one had to stay below it.
 */
public final class XmlReader {
    private static final int MAX_DEPTH = 16;
    private static final int MAX_ELEMENTS = 16_384;

    private final XMLStreamReader reader;
    private final int maxElements;
    private int elements;

    private XmlReader(XMLStreamReader reader, int maxElements) {
        this.reader = reader;
        this.maxElements = maxElements;
    }

    /**
     * Parses a document.
     *
     * @param document all of its bytes, already limited in size
     * @param root the name its root must have
     * @throws S3Exception MalformedXML
     */
    public static Element parse(byte[] document, String root) {
        return parse(document, root, MAX_ELEMENTS);
    }

    /**
     * Parses a document that may have more elements than others.
     *
     * @throws S3Exception MalformedXML
     */
    public static Element parse(byte[] document, String root, int maxElements) {
        requireUtf8(document);
        try {
            XMLStreamReader reader =
                    factory().createXMLStreamReader(new ByteArrayInputStream(document));
            try {
                return new XmlReader(reader, maxElements).document(root);
            } finally {
                reader.close();
            }
        } catch (XMLStreamException | RuntimeException e) {
            // The JDK's reader answers some malformed input with unchecked exceptions.
            throw e instanceof S3Exception known ? known : malformed();
        }
    }

    /** S3's documents are UTF-8. On other bytes the JDK's reader prints a line to nobody. */
    private static void requireUtf8(byte[] document) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(document));
        } catch (CharacterCodingException e) {
            throw malformed();
        }
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        factory.setXMLResolver(
                (publicId, systemId, base, namespace) -> {
                    throw malformed();
                });
        return factory;
    }

    private Element document(String root) throws XMLStreamException {
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.DTD, XMLStreamConstants.ENTITY_REFERENCE ->
                        throw malformed();
                case XMLStreamConstants.START_ELEMENT -> {
                    Element element = element(1);
                    if (!element.name().equals(root)) {
                        throw malformed();
                    }
                    skipToEnd();
                    return element;
                }
                default -> {}
            }
        }
        throw malformed();
    }

    /** Text after the root is an error of the document, found only by reading on. */
    private void skipToEnd() throws XMLStreamException {
        while (reader.hasNext()) {
            reader.next();
        }
    }

    private Element element(int depth) throws XMLStreamException {
        elements++;
        if (depth > MAX_DEPTH || elements > maxElements) {
            throw malformed();
        }
        String name = reader.getLocalName();
        StringBuilder text = new StringBuilder();
        List<Element> children = new ArrayList<>();
        while (true) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> children.add(element(depth + 1));
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
                        text.append(reader.getText());
                case XMLStreamConstants.END_ELEMENT -> {
                    return new Element(name, text.toString(), children);
                }
                case XMLStreamConstants.DTD, XMLStreamConstants.ENTITY_REFERENCE ->
                        throw malformed();
                default -> {}
            }
        }
    }

    private static S3Exception malformed() {
        return new S3Exception(S3Error.MALFORMED_XML);
    }
}
