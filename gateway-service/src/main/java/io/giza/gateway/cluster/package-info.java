/**
 * The data centers as the requests of a gateway reach them, how long requests wait for them, and
 * what this gateway has decided of undecided versions.
 */
@NullMarked
package io.giza.gateway.cluster;

import org.jspecify.annotations.NullMarked;
