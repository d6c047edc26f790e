/** Proposals that some data centers voted for and nobody finished. */
@NullMarked
package io.giza.simulation.undecided;

import org.jspecify.annotations.NullMarked;
