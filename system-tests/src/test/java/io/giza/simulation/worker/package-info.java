/** The background workers of a simulated cluster, and the leases by which they take turns. */
@NullMarked
package io.giza.simulation.worker;

import org.jspecify.annotations.NullMarked;
