/** Lifecycle rules that workers execute among clients. */
@NullMarked
package io.giza.simulation.lifecycle;

import org.jspecify.annotations.NullMarked;
