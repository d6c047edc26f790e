/** Long runs of the simulations over ranges of seeds. */
@NullMarked
package io.giza.simulation.prove;

import org.jspecify.annotations.NullMarked;
