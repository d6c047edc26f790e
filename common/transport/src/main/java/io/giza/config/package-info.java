/**
 * The configuration that every process of a cluster shares, as plain records under the key {@code
 * giza}. Free of Spring: each service binds them with Spring Boot's binder.
 */
@NullMarked
package io.giza.config;

import org.jspecify.annotations.NullMarked;
