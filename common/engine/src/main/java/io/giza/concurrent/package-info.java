/** The only place with threads and clocks; everything else waits through its ports. */
@NullMarked
package io.giza.concurrent;

import org.jspecify.annotations.NullMarked;
