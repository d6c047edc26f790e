/** Erasure codes side by side. */
@NullMarked
package io.giza.bench.codes;

import org.jspecify.annotations.NullMarked;
