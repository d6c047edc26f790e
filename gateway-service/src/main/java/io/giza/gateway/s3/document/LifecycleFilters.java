package io.giza.gateway.s3.document;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.s3.xml.Element;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.lifecycle.LifecycleFilter;

import java.util.List;
import java.util.Set;

/** The filters of lifecycle rules: one condition, several in And, or a bare prefix as of old. */
final class LifecycleFilters {
    private static final String ABOVE = "ObjectSizeGreaterThan";
    private static final String BELOW = "ObjectSizeLessThan";
    private static final Set<String> CONDITIONS = Set.of("Prefix", "Tag", ABOVE, BELOW);

    private LifecycleFilters() {}

    static LifecycleFilter read(Element rule) {
        boolean bare = !rule.all("Prefix").isEmpty();
        if (bare == !rule.all("Filter").isEmpty()) {
            throw malformed();
        }
        if (bare) {
            return LifecycleFilter.of(prefix(rule));
        }
        LifecycleFilter filter = Elements.child(rule, "Filter", LifecycleFilters::filter);
        return filter == null ? LifecycleFilter.of("") : filter;
    }

    private static LifecycleFilter filter(Element filter) {
        if (filter.children().isEmpty()) {
            return LifecycleFilter.of("");
        }
        if (filter.children().size() > 1) {
            throw malformed();
        }
        Element only = filter.children().getFirst();
        if (!only.name().equals("And")) {
            return conditions(filter);
        }
        if (only.children().size() < 2) {
            throw malformed();
        }
        return conditions(only);
    }

    private static LifecycleFilter conditions(Element element) {
        Elements.requireOnly(element, CONDITIONS);
        List<Element> tags = element.all("Tag");
        long above = size(element, ABOVE, LifecycleFilter.ANY_ABOVE);
        long below = size(element, BELOW, LifecycleFilter.ANY_BELOW);
        if (below == 0 || above >= below - 1) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "'ObjectSizeLessThan' has to be a value greater than 'ObjectSizeGreaterThan'");
        }
        return new LifecycleFilter(
                prefix(element),
                Tags.readList(tags, Tags.TaggedResource.OBJECT).values(),
                above,
                below);
    }

    private static String prefix(Element element) {
        String prefix = Elements.once(element, "Prefix", "");
        Resource.requireShort(prefix);
        return prefix;
    }

    private static long size(Element element, String name, long otherwise) {
        if (element.all(name).isEmpty()) {
            return otherwise;
        }
        String text = Elements.once(element, name, "").strip();
        if (!text.matches("\\d{1,18}")) {
            throw malformed();
        }
        return Long.parseLong(text);
    }

    static void write(XmlWriter document, LifecycleFilter filter) {
        document.open("Filter");
        int conditions =
                (filter.prefix().isEmpty() ? 0 : 1)
                        + filter.tags().size()
                        + (filter.above() == LifecycleFilter.ANY_ABOVE ? 0 : 1)
                        + (filter.below() == LifecycleFilter.ANY_BELOW ? 0 : 1);
        if (conditions > 1) {
            document.open("And");
        }
        if (!filter.prefix().isEmpty() || conditions == 0) {
            document.element("Prefix", filter.prefix());
        }
        Tags.of(filter.tags()).write(document);
        if (filter.above() != LifecycleFilter.ANY_ABOVE) {
            document.element(ABOVE, Long.toString(filter.above()));
        }
        if (filter.below() != LifecycleFilter.ANY_BELOW) {
            document.element(BELOW, Long.toString(filter.below()));
        }
        if (conditions > 1) {
            document.close();
        }
        document.close();
    }

    private static S3Exception malformed() {
        return new S3Exception(S3Error.MALFORMED_XML);
    }
}
