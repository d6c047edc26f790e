/**
 * The garbage collection worker of one data center: a Spring Boot application around its sweeps.
 */
@NullMarked
package io.giza.gc;

import org.jspecify.annotations.NullMarked;
