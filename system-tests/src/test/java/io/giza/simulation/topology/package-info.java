/** Data centers whose metadata tables are lost, replaced or swapped. */
@NullMarked
package io.giza.simulation.topology;

import org.jspecify.annotations.NullMarked;
