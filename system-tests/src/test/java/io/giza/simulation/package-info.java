/**
 * The production classes of gateway and metadata-service in simulated data centers: one seed, one
 * outcome.
 */
@NullMarked
package io.giza.simulation;

import org.jspecify.annotations.NullMarked;
