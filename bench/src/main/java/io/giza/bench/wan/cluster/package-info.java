/**
 * A cluster whose data centers are processes that reach each other over a {@code WideAreaNetwork}.
 */
@NullMarked
package io.giza.bench.wan.cluster;

import org.jspecify.annotations.NullMarked;
