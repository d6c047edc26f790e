/** Giza beside the stores that one would pick instead, on one machine and in turn. */
@NullMarked
package io.giza.bench.rivals;

import org.jspecify.annotations.NullMarked;
