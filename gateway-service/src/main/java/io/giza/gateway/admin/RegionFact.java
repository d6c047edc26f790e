package io.giza.gateway.admin;

import java.util.function.Supplier;

/**
 * Something that a gateway tells those of other regions.
 *
 * @param path where, below {@link RegionHandler#PATH}
 * @param answer what it tells
 */
record RegionFact(String path, Supplier<JsonAnswer> answer) {}
