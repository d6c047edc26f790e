/** Garbage collection, audits, and processes that are killed at any step. */
@NullMarked
package io.giza.simulation.gc;

import org.jspecify.annotations.NullMarked;
