/** Fragment stores that are lost and replaced, and the recovery that rebuilds them. */
@NullMarked
package io.giza.simulation.recovery;

import org.jspecify.annotations.NullMarked;
