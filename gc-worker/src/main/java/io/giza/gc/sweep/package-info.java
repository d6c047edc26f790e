/** The jobs of the garbage collection worker: sweeps over rows and over fragments. */
@NullMarked
package io.giza.gc.sweep;

import org.jspecify.annotations.NullMarked;
