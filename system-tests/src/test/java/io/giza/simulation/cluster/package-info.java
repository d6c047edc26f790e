/**
 * A simulated cluster of production classes, the rules it runs by, and the oracle that counts its
 * votes.
 */
@NullMarked
package io.giza.simulation.cluster;

import org.jspecify.annotations.NullMarked;
