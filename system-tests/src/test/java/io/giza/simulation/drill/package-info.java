/** Production rules that are broken on purpose, which the simulation has to notice. */
@NullMarked
package io.giza.simulation.drill;

import org.jspecify.annotations.NullMarked;
