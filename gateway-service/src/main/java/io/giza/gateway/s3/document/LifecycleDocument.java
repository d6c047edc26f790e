package io.giza.gateway.s3.document;

import io.giza.gateway.s3.error.Refusal;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.xml.Element;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.lifecycle.LifecycleActions;
import io.giza.lifecycle.LifecycleActions.AfterDays;
import io.giza.lifecycle.LifecycleActions.Expiration;
import io.giza.lifecycle.LifecycleActions.LoneMarkers;
import io.giza.lifecycle.LifecycleActions.Noncurrent;
import io.giza.lifecycle.LifecycleActions.OnDate;
import io.giza.lifecycle.LifecycleConfiguration;
import io.giza.lifecycle.LifecycleFilter;
import io.giza.lifecycle.LifecycleRule;

import org.jspecify.annotations.Nullable;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Lifecycle configurations as S3 writes them. */
public final class LifecycleDocument {
    /** The name of the root element. */
    public static final String ROOT = "LifecycleConfiguration";

    /** Later years do not fit into the four digits of a date. */
    private static final Instant END_OF_DATES = Instant.parse("+10000-01-01T00:00:00Z");

    private static final Set<String> PARTS =
            Set.of(
                    "ID",
                    "Status",
                    "Filter",
                    "Prefix",
                    "Expiration",
                    "NoncurrentVersionExpiration",
                    "AbortIncompleteMultipartUpload",
                    "Transition",
                    "NoncurrentVersionTransition");

    private LifecycleDocument() {}

    /**
     * Reads a document.
     *
     * @param freshId makes ids for rules that have none
     * @throws S3Exception MalformedXML, InvalidRequest, InvalidArgument or NotImplemented
     */
    public static LifecycleConfiguration read(Element document, Supplier<String> freshId) {
        List<Element> elements = document.children();
        boolean rulesOnly = elements.stream().allMatch(each -> each.name().equals("Rule"));
        if (elements.isEmpty()
                || elements.size() > LifecycleConfiguration.MAX_RULES
                || !rulesOnly) {
            throw malformed();
        }
        Set<String> ids = new HashSet<>();
        List<LifecycleRule> rules = new ArrayList<>();
        for (Element element : elements) {
            LifecycleRule rule = rule(element, freshId);
            if (!ids.add(rule.id())) {
                throw argument("Rule ID must be unique. Found same ID for more than one rule");
            }
            rules.add(rule);
        }
        return new LifecycleConfiguration(rules);
    }

    private static LifecycleRule rule(Element rule, Supplier<String> freshId) {
        Elements.requireOnly(rule, PARTS);
        if (!rule.all("Transition").isEmpty()
                || !rule.all("NoncurrentVersionTransition").isEmpty()) {
            // There is one storage class, STANDARD, so nothing can move to another.
            throw Refusal.element(
                    rule.all("Transition").isEmpty()
                            ? "NoncurrentVersionTransition"
                            : "Transition");
        }
        LifecycleFilter filter = LifecycleFilters.read(rule);
        LifecycleActions actions = actions(rule, filter);
        String id = Elements.once(rule, "ID", "").strip();
        if (id.length() > LifecycleRule.MAX_ID) {
            throw argument("ID length should not exceed allowed limit of 255");
        }
        boolean enabled =
                switch (Elements.once(rule, "Status", "").strip()) {
                    case "Enabled" -> true;
                    case "Disabled" -> false;
                    default -> throw malformed();
                };
        return new LifecycleRule(id.isEmpty() ? freshId.get() : id, enabled, filter, actions);
    }

    private static LifecycleActions actions(Element rule, LifecycleFilter filter) {
        Expiration expiration = Elements.child(rule, "Expiration", LifecycleDocument::expiration);
        if (expiration instanceof LoneMarkers && !filter.tags().isEmpty()) {
            throw request("ExpiredObjectDeleteMarker cannot be specified with Tags.");
        }
        Noncurrent noncurrent =
                Elements.child(rule, "NoncurrentVersionExpiration", LifecycleDocument::noncurrent);
        Integer abort =
                Elements.child(
                        rule, "AbortIncompleteMultipartUpload", LifecycleDocument::daysUntilAbort);
        if (abort != null && !filter.tags().isEmpty()) {
            throw request("AbortIncompleteMultipartUpload cannot be specified with Tags.");
        }
        if (abort != null && filter.limitsSize()) {
            throw request("AbortIncompleteMultipartUpload cannot be specified with Object Size.");
        }
        if (expiration == null && noncurrent == null && abort == null) {
            throw request("At least one action needs to be specified in a rule");
        }
        return new LifecycleActions(expiration, noncurrent, abort == null ? 0 : abort);
    }

    private static Expiration expiration(Element element) {
        Elements.requireOnly(element, Set.of("Days", "Date", "ExpiredObjectDeleteMarker"));
        if (element.children().size() != 1) {
            throw malformed();
        }
        Element only = element.children().getFirst();
        String text = only.text().strip();
        return switch (only.name()) {
            case "Days" ->
                    new AfterDays(
                            positive(
                                    text,
                                    "'Days' for Expiration action must be a positive integer"));
            case "Date" -> new OnDate(midnight(text));
            default -> {
                // S3 takes an explicit false for a rule that does nothing; so it is no rule.
                if (!text.equals("true")) {
                    throw malformed();
                }
                yield new LoneMarkers();
            }
        };
    }

    private static Noncurrent noncurrent(Element element) {
        Elements.requireOnly(element, Set.of("NoncurrentDays", "NewerNoncurrentVersions"));
        int days =
                positive(
                        Elements.once(element, "NoncurrentDays", "").strip(),
                        "'NoncurrentDays' for NoncurrentVersionExpiration action must be a positive"
                                + " integer");
        if (element.all("NewerNoncurrentVersions").isEmpty()) {
            return new Noncurrent(days, 0);
        }
        String refusal = "'NewerNoncurrentVersions' must be an integer from 1 to 100";
        int kept = positive(Elements.once(element, "NewerNoncurrentVersions", "").strip(), refusal);
        if (kept > Noncurrent.MAX_KEPT) {
            throw argument(refusal);
        }
        return new Noncurrent(days, kept);
    }

    private static Integer daysUntilAbort(Element element) {
        Elements.requireOnly(element, Set.of("DaysAfterInitiation"));
        return positive(
                Elements.once(element, "DaysAfterInitiation", "").strip(),
                "'DaysAfterInitiation' for AbortIncompleteMultipartUpload action must be a positive"
                        + " integer");
    }

    private static int positive(String text, String refusal) {
        if (!text.matches("-?\\d{1,19}")) {
            throw malformed();
        }
        if (!text.matches("0*[1-9]\\d{0,8}")) {
            throw argument(refusal);
        }
        return Integer.parseInt(text);
    }

    private static Instant midnight(String text) {
        Instant date;
        try {
            date =
                    text.length() <= 10
                            ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                            : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw malformed();
        }
        if (!date.truncatedTo(ChronoUnit.DAYS).equals(date)) {
            throw argument("'Date' must be at midnight GMT");
        }
        if (date.isBefore(Instant.EPOCH) || !date.isBefore(END_OF_DATES)) {
            throw argument("'Date' must be from 1970 to 9999");
        }
        return date;
    }

    /** Returns the document. */
    public static XmlWriter write(LifecycleConfiguration configuration) {
        XmlWriter document = XmlWriter.document(ROOT);
        for (LifecycleRule rule : configuration.rules()) {
            document.open("Rule").element("ID", rule.id());
            LifecycleFilters.write(document, rule.filter());
            document.element("Status", rule.enabled() ? "Enabled" : "Disabled");
            write(document, rule.actions());
            document.close();
        }
        return document;
    }

    private static void write(XmlWriter document, LifecycleActions actions) {
        write(document, actions.expiration());
        Noncurrent noncurrent = actions.noncurrent();
        if (noncurrent != null) {
            document.open("NoncurrentVersionExpiration")
                    .element("NoncurrentDays", Integer.toString(noncurrent.days()));
            if (noncurrent.kept() > 0) {
                document.element("NewerNoncurrentVersions", Integer.toString(noncurrent.kept()));
            }
            document.close();
        }
        if (actions.abortUploadsAfterDays() > 0) {
            document.open("AbortIncompleteMultipartUpload")
                    .element(
                            "DaysAfterInitiation",
                            Integer.toString(actions.abortUploadsAfterDays()))
                    .close();
        }
    }

    private static void write(XmlWriter document, @Nullable Expiration expiration) {
        switch (expiration) {
            case null -> {}
            case AfterDays(int days) ->
                    document.open("Expiration").element("Days", Integer.toString(days)).close();
            case OnDate(Instant date) ->
                    document.open("Expiration").element("Date", date.toString()).close();
            case LoneMarkers() ->
                    document.open("Expiration")
                            .element("ExpiredObjectDeleteMarker", "true")
                            .close();
        }
    }

    private static S3Exception argument(String message) {
        return new S3Exception(S3Error.INVALID_ARGUMENT, message);
    }

    private static S3Exception request(String message) {
        return new S3Exception(S3Error.INVALID_REQUEST, message);
    }

    private static S3Exception malformed() {
        return new S3Exception(S3Error.MALFORMED_XML);
    }
}
