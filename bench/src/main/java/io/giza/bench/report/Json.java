package io.giza.bench.report;

import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Results as JSON: names in snake case, indented. */
public final class Json {
    private static final JsonMapper MAPPER =
            JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .build();

    private Json() {}

    /** Renders a record or a list of records. */
    public static String render(Object result) {
        return MAPPER.writeValueAsString(result);
    }
}
