/** Ports to the replicas of metadata and fragments, and the fan-out that asks many of them. */
@NullMarked
package io.giza.replica;

import org.jspecify.annotations.NullMarked;
