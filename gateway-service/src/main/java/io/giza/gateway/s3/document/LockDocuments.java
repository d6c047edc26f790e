package io.giza.gateway.s3.document;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.xml.Element;
import io.giza.gateway.s3.xml.XmlReader;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.lock.BucketLock;
import io.giza.lock.DefaultRetention;
import io.giza.lock.DefaultRetention.Unit;
import io.giza.lock.LegalHold;
import io.giza.lock.Retention;
import io.giza.lock.RetentionMode;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The documents of object lock: of a bucket, and of the retention and hold of a version. */
public final class LockDocuments {
    private static final String ENABLED = "Enabled";

    /** Nothing is retained beyond the four digits of a year. */
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

    private static final DateTimeFormatter MILLISECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private LockDocuments() {}

    /**
     * Reads an ObjectLockConfiguration.
     *
     * @throws S3Exception MalformedXML, or InvalidArgument for a period that is none
     */
    public static BucketLock readConfiguration(byte[] content) {
        Element document = XmlReader.parse(content, "ObjectLockConfiguration");
        if (document.first("ObjectLockEnabled").filter(ENABLED::equals).isEmpty()) {
            throw malformed();
        }
        List<Element> rules = document.all("Rule");
        if (rules.size() > 1) {
            throw malformed();
        }
        return new BucketLock(rules.stream().findFirst().map(LockDocuments::defaultRetention));
    }

    private static DefaultRetention defaultRetention(Element rule) {
        Element retention =
                rule.all("DefaultRetention").stream()
                        .findFirst()
                        .orElseThrow(LockDocuments::malformed);
        RetentionMode mode =
                retention
                        .first("Mode")
                        .flatMap(LockDocuments::mode)
                        .orElseThrow(LockDocuments::malformed);
        Optional<String> days = retention.first("Days");
        Optional<String> years = retention.first("Years");
        if (days.isPresent() == years.isPresent()) {
            throw malformed();
        }
        return days.isPresent()
                ? defaultRetention(mode, days.get(), Unit.DAYS, "Days")
                : defaultRetention(mode, years.orElseThrow(), Unit.YEARS, "Years");
    }

    private static DefaultRetention defaultRetention(
            RetentionMode mode, String text, Unit unit, String element) {
        if (!text.strip().matches("[-+]?\\d{1,9}")) {
            throw malformed();
        }
        int length = Integer.parseInt(text.strip());
        if (length < 1) {
            throw invalid(
                    "Default retention period must be a positive integer value.", element, text);
        }
        if (length > DefaultRetention.mostOf(unit)) {
            throw invalid("Default retention period too large.", element, text);
        }
        return new DefaultRetention(mode, length, unit);
    }

    /** Returns an ObjectLockConfiguration. */
    public static XmlWriter configuration(BucketLock lock) {
        XmlWriter document =
                XmlWriter.document("ObjectLockConfiguration").element("ObjectLockEnabled", ENABLED);
        lock.defaultRetention()
                .ifPresent(
                        each ->
                                document.open("Rule")
                                        .open("DefaultRetention")
                                        .element("Mode", each.mode().name())
                                        .element(
                                                switch (each.unit()) {
                                                    case DAYS -> "Days";
                                                    case YEARS -> "Years";
                                                },
                                                Integer.toString(each.length()))
                                        .close()
                                        .close());
        return document;
    }

    /**
     * Reads a Retention; an empty one ends what there was.
     *
     * @param now before which none may end
     * @throws S3Exception MalformedXML, or InvalidArgument for a date that is past
     */
    public static Optional<Retention> readRetention(byte[] content, Instant now) {
        Element document = XmlReader.parse(content, "Retention");
        if (document.children().isEmpty()) {
            return Optional.empty();
        }
        Instant until =
                document.first("RetainUntilDate")
                        .flatMap(LockDocuments::date)
                        .orElseThrow(LockDocuments::malformed);
        RetentionMode mode =
                document.first("Mode")
                        .flatMap(LockDocuments::mode)
                        .orElseThrow(LockDocuments::malformed);
        requireFuture(until, now);
        return Optional.of(new Retention(mode, until));
    }

    /** Returns a Retention. */
    public static XmlWriter retention(Retention retention) {
        return XmlWriter.document("Retention")
                .element("Mode", retention.mode().name())
                .element("RetainUntilDate", text(retention.until()));
    }

    /**
     * Reads a LegalHold.
     *
     * @throws S3Exception MalformedXML
     */
    public static LegalHold readHold(byte[] content) {
        return XmlReader.parse(content, "LegalHold")
                .first("Status")
                .flatMap(LockDocuments::hold)
                .orElseThrow(LockDocuments::malformed);
    }

    /** Returns a LegalHold. */
    public static XmlWriter hold(LegalHold hold) {
        return XmlWriter.document("LegalHold").element("Status", hold.name());
    }

    /** Returns the mode of a name, empty if there is none. */
    public static Optional<RetentionMode> mode(String text) {
        return switch (text.strip()) {
            case "GOVERNANCE" -> Optional.of(RetentionMode.GOVERNANCE);
            case "COMPLIANCE" -> Optional.of(RetentionMode.COMPLIANCE);
            default -> Optional.empty();
        };
    }

    /** Returns the hold of a name, empty if there is none. */
    public static Optional<LegalHold> hold(String text) {
        return switch (text.strip()) {
            case "ON" -> Optional.of(LegalHold.ON);
            case "OFF" -> Optional.of(LegalHold.OFF);
            default -> Optional.empty();
        };
    }

    /** Returns a date in ISO 8601, empty if it is none. */
    public static Optional<Instant> date(String text) {
        try {
            Instant date = OffsetDateTime.parse(text.strip()).toInstant();
            return Optional.of(date).filter(each -> !each.isAfter(LAST));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** Returns a date as S3 tells it, to the millisecond. */
    public static String text(Instant date) {
        return MILLISECONDS.format(date);
    }

    /**
     * Refuses what would be over at once.
     *
     * @throws S3Exception InvalidArgument
     */
    public static void requireFuture(Instant until, Instant now) {
        if (!until.isAfter(now)) {
            throw invalid(
                    "The retain until date must be in the future!",
                    "x-amz-object-lock-retain-until-date",
                    text(until));
        }
    }

    private static S3Exception malformed() {
        return new S3Exception(S3Error.MALFORMED_XML);
    }

    private static S3Exception invalid(String message, String argument, String value) {
        return new S3Exception(S3Error.INVALID_ARGUMENT, message)
                .with("ArgumentName", argument)
                .with("ArgumentValue", value);
    }
}
