/** Digests and the format of fragments, measured by themselves. */
@NullMarked
package io.giza.bench.digests;

import org.jspecify.annotations.NullMarked;
