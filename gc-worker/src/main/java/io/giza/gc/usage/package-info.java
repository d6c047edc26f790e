/** What buckets hold, summed while a sweep goes over their rows. */
@NullMarked
package io.giza.gc.usage;

import org.jspecify.annotations.NullMarked;
