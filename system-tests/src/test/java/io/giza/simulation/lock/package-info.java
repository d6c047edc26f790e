/** Object lock among clients, workers and clocks that are wrong. */
@NullMarked
package io.giza.simulation.lock;

import org.jspecify.annotations.NullMarked;
