/** What buckets and accounts hold, and how much they may: as records, and as their bytes. */
@NullMarked
package io.giza.usage;

import org.jspecify.annotations.NullMarked;
