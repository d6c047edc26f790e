/** The recovery worker of one data center: a Spring Boot application around its sweeps. */
@NullMarked
package io.giza.recovery;

import org.jspecify.annotations.NullMarked;
