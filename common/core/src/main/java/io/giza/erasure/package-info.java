/** Galois-field arithmetic, generator matrices, erasure codes and stripe geometry. */
@NullMarked
package io.giza.erasure;

import org.jspecify.annotations.NullMarked;
