package io.giza.standalone.cli;

import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What commands calculate as JSON: names in snake case, indented. */
final class SnakeJson {
    private static final JsonMapper MAPPER =
            JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .build();

    private SnakeJson() {}

    static String of(Object result) {
        return MAPPER.writeValueAsString(result);
    }
}
