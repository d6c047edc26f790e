/** Buckets that are created, filled, deleted and created again. */
@NullMarked
package io.giza.simulation.bucket;

import org.jspecify.annotations.NullMarked;
