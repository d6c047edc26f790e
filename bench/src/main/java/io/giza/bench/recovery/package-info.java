/** Reclaiming what was deleted and rebuilding what is missing, also while clients put objects. */
@NullMarked
package io.giza.bench.recovery;

import org.jspecify.annotations.NullMarked;
