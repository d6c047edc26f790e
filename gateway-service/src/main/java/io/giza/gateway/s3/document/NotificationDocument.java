package io.giza.gateway.s3.document;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.xml.Element;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.notification.EventName;
import io.giza.notification.NotificationRule;
import io.giza.notification.NotificationRule.Kind;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a bucket tells of its events, as S3's document. */
public final class NotificationDocument {
    /** The name of its root element. */
    public static final String ROOT = "NotificationConfiguration";

    private static final int MAX_RULES = 100;
    private static final int MAX_ID = 255;

    /** As S3 limits what keys are compared with. */
    private static final int MAX_FILTER = 1024;

    private static final String ID = "Id";
    private static final String EVENT = "Event";
    private static final String FILTER = "Filter";

    /** The partition is who made the tool that wrote it, and the region is anything. */
    private static final Pattern ARN =
            Pattern.compile("arn:(?:giza|minio|aws):(sqs|sns):[a-z0-9-]*:([A-Za-z0-9_-]+):webhook");

    private NotificationDocument() {}

    /**
     * Reads a document.
     *
     * @param webhooks the names of those that there are
     * @param freshId makes an id for a rule without one
     * @throws S3Exception MalformedXML, or InvalidArgument that names what is wrong
     */
    public static List<NotificationRule> read(
            Element document, Set<String> webhooks, Supplier<String> freshId) {
        List<NotificationRule> rules = new ArrayList<>();
        for (Element each : document.children()) {
            rules.add(
                    switch (each.name()) {
                        case "QueueConfiguration" -> rule(each, Kind.QUEUE, webhooks, freshId);
                        case "TopicConfiguration" -> rule(each, Kind.TOPIC, webhooks, freshId);
                        case "CloudFunctionConfiguration", "EventBridgeConfiguration" ->
                                throw invalid(
                                        each.name()
                                                + " is not supported: events are sent to webhooks,"
                                                + " as a QueueConfiguration names them.",
                                        each.name(),
                                        "");
                        default -> throw malformed();
                    });
        }
        if (rules.size() > MAX_RULES) {
            throw malformed();
        }
        requireApart(rules);
        return rules;
    }

    private static void requireApart(List<NotificationRule> rules) {
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < rules.size(); i++) {
            NotificationRule rule = rules.get(i);
            if (!ids.add(rule.id())) {
                throw invalid("The same Id is given to two configurations.", ID, rule.id());
            }
            if (rules.subList(0, i).stream().anyMatch(rule::overlaps)) {
                throw invalid(
                        "Configurations overlap. Configurations on the same bucket cannot share a"
                                + " common event type.",
                        ID,
                        rule.id());
            }
        }
    }

    private static NotificationRule rule(
            Element rule, Kind kind, Set<String> webhooks, Supplier<String> freshId) {
        String target = kind == Kind.QUEUE ? "Queue" : "Topic";
        Elements.requireOnly(rule, Set.of(ID, target, EVENT, FILTER));
        String given = Elements.once(rule, ID, "");
        String arn = Elements.once(rule, target, "").strip();
        List<String> events = rule.all(EVENT).stream().map(each -> each.text().strip()).toList();
        if (given.length() > MAX_ID || events.isEmpty()) {
            throw malformed();
        }
        events.forEach(NotificationDocument::requireKnown);
        Filter filter = filter(rule);
        return new NotificationRule(
                given.isEmpty() ? freshId.get() : given,
                kind,
                arn,
                webhook(arn, kind, webhooks),
                events,
                filter.prefix(),
                filter.suffix());
    }

    private static String webhook(String arn, Kind kind, Set<String> webhooks) {
        Matcher matcher = ARN.matcher(arn);
        boolean isOfKind =
                matcher.matches() && matcher.group(1).equals(kind == Kind.QUEUE ? "sqs" : "sns");
        if (!isOfKind || !webhooks.contains(matcher.group(2))) {
            throw invalid(
                    "Unable to validate the following destination configurations: there is no"
                            + " webhook "
                            + arn
                            + ".",
                    "ARN",
                    arn);
        }
        return matcher.group(2);
    }

    private static void requireKnown(String event) {
        if (EventName.named(event).isEmpty()) {
            throw invalid("A specified event is not supported for notifications.", EVENT, event);
        }
    }

    private record Filter(String prefix, String suffix) {}

    private static Filter filter(Element rule) {
        Element filter = Elements.child(rule, FILTER, each -> each);
        if (filter == null) {
            return new Filter("", "");
        }
        Elements.requireOnly(filter, Set.of("S3Key"));
        Element key = Elements.child(filter, "S3Key", each -> each);
        if (key == null) {
            return new Filter("", "");
        }
        Elements.requireOnly(key, Set.of("FilterRule"));
        return new Filter(text(key, "prefix"), text(key, "suffix"));
    }

    private static String text(Element key, String name) {
        List<Element> named =
                key.all("FilterRule").stream().filter(each -> nameOf(each).equals(name)).toList();
        if (named.size() > 1) {
            throw invalid(
                    "Cannot specify more than one " + name + " rule in a filter.",
                    "FilterRule.Name",
                    name);
        }
        String text = named.isEmpty() ? "" : Elements.once(named.getFirst(), "Value", "");
        if (text.length() > MAX_FILTER) {
            throw invalid(
                    "The value of a filter has at most " + MAX_FILTER + " characters.",
                    "FilterRule.Value",
                    text.substring(0, MAX_FILTER));
        }
        return text;
    }

    private static String nameOf(Element rule) {
        Elements.requireOnly(rule, Set.of("Name", "Value"));
        String name = Elements.once(rule, "Name", "").strip().toLowerCase(Locale.ROOT);
        if (!name.equals("prefix") && !name.equals("suffix")) {
            throw invalid(
                    "filter rule name must be either prefix or suffix", "FilterRule.Name", name);
        }
        return name;
    }

    /** Returns the document. */
    public static XmlWriter write(List<NotificationRule> rules) {
        XmlWriter document = XmlWriter.document(ROOT);
        for (NotificationRule rule : rules) {
            String target = rule.kind() == Kind.QUEUE ? "Queue" : "Topic";
            document.open(target + "Configuration")
                    .element(ID, rule.id())
                    .element(target, rule.target());
            rule.events().forEach(each -> document.element(EVENT, each));
            writeFilter(document, rule);
            document.close();
        }
        return document;
    }

    private static void writeFilter(XmlWriter document, NotificationRule rule) {
        if (rule.prefix().isEmpty() && rule.suffix().isEmpty()) {
            return;
        }
        document.open(FILTER).open("S3Key");
        writeFilter(document, "prefix", rule.prefix());
        writeFilter(document, "suffix", rule.suffix());
        document.close().close();
    }

    private static void writeFilter(XmlWriter document, String name, String value) {
        if (!value.isEmpty()) {
            document.open("FilterRule").element("Name", name).element("Value", value).close();
        }
    }

    private static S3Exception invalid(String message, String name, String value) {
        return new S3Exception(S3Error.INVALID_ARGUMENT, message)
                .with("ArgumentName", name)
                .with("ArgumentValue", value);
    }

    private static S3Exception malformed() {
        return new S3Exception(S3Error.MALFORMED_XML);
    }
}
