/** Clients that repeat a request whose answer they did not get. */
@NullMarked
package io.giza.simulation.retry;

import org.jspecify.annotations.NullMarked;
