/** Rows alone: proposals, votes, resolutions, long histories and the removal of empty rows. */
@NullMarked
package io.giza.simulation.consensus;

import org.jspecify.annotations.NullMarked;
