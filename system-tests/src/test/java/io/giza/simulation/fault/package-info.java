/** Networks, replicas and stores that fail in a chosen way. */
@NullMarked
package io.giza.simulation.fault;

import org.jspecify.annotations.NullMarked;
