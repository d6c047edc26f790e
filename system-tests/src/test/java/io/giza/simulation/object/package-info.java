/** Puts, gets, deletes and lists of objects, in memory and on simulated disks. */
@NullMarked
package io.giza.simulation.object;

import org.jspecify.annotations.NullMarked;
