/** The gateway as a Spring Boot application: wiring and configuration. */
@NullMarked
package io.giza.gateway;

import org.jspecify.annotations.NullMarked;
