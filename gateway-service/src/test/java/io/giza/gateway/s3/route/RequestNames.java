package io.giza.gateway.s3.route;

import static java.util.stream.Collectors.joining;

import io.giza.gateway.s3.route.HeaderRule.Decision;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The document of what is done about every header, parameter and sub-resource of S3. */
final class RequestNames {
    private static final String HEAD =
            """
            # Headers, parameters and sub-resources of S3

            `RequestNamesTest` writes this page from the tables of the gateway: `HeaderRule`, `KnownParameters`, `UnsetConfiguration` and `Routes` in `io.giza.gateway.s3`. It fails when the page differs from them, or when the AWS SDK knows a name that they lack. [What is not known is refused](../explanation/s3/what-is-not-known-is-refused.md) explains why.

            """;
    private static final String SELECTING =
            """
            ## Parameters that select

            These name a sub-resource, or a part of one. A request with one that its operation does not read is refused, and so is one in other case.

            | Parameter | read by |
            |---|---|
            """;
    private static final String UNSET =
            """

            ## What cannot be set

            Putting it is refused. Reading and deleting it is answered as S3 answers where nothing was set.

            | Sub-resource | of | reading it | deleting it |
            |---|---|---|---|
            """;
    private static final String SHAPING =
            """

            ## Parameters that shape an answer

            Where an operation does not read one, it is ignored, as S3 does. So is any name that is not on this page and has a value. A name without a value may be a sub-resource that is newer than this page: it is ignored where an object is read, and refused elsewhere.

            | Parameter | read by |
            |---|---|
            """;
    private static final String HEADERS =
            """

            ## Headers

            Every other `x-amz-` header is refused. A name that ends in a hyphen stands for all that begin so. In a presigned request each may be a parameter of the query, where a checksum and `x-amz-sdk-checksum-algorithm` are ignored, as S3 does.

            | Header | | where | |
            |---|---|---|---|
            """;

    private RequestNames() {}

    static String document() {
        StringBuilder text = new StringBuilder(HEAD).append(SELECTING);
        KnownParameters.SELECTING.forEach(name -> row(text, code(name), readers(name)));
        text.append(UNSET);
        Arrays.stream(UnsetConfiguration.values())
                .forEach(
                        each ->
                                row(
                                        text,
                                        code(each.parameter()),
                                        "a bucket",
                                        each.description(),
                                        each.isDeletable() ? "204" : ""));
        text.append(SHAPING);
        KnownParameters.SHAPING.forEach(name -> row(text, code(name), readers(name)));
        text.append(HEADERS);
        HeaderRule.ALL.forEach(rule -> header(text, rule));
        return text.toString();
    }

    private static String readers(String parameter) {
        List<String> readers = Routes.readers(parameter);
        Optional<UnsetConfiguration> unset =
                Arrays.stream(UnsetConfiguration.values())
                        .filter(each -> each.parameter().equals(parameter))
                        .findFirst();
        if (unset.isPresent()) {
            return "see below";
        }
        return readers.isEmpty() ? "nothing" : String.join(", ", readers);
    }

    private static void header(StringBuilder text, HeaderRule rule) {
        String only = rule.onlyValues().stream().map(RequestNames::code).collect(joining(" and "));
        String decision =
                !only.isEmpty()
                        ? "only " + only
                        : switch (rule.decision()) {
                            case HONOURED -> "honoured";
                            case IGNORED -> "ignored";
                            case REFUSED -> "refused";
                        };
        String where =
                rule.operations().stream().map(Operation::label).sorted().collect(joining(", "));
        boolean anywhere = where.isEmpty() && rule.decision() != Decision.REFUSED;
        row(text, code(rule.name()), decision, anywhere ? "everywhere" : where, rule.reason());
    }

    private static void row(StringBuilder text, String... cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    private static String code(String name) {
        return "`" + name + "`";
    }
}
