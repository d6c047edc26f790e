/** Hints of writes that data centers missed, as records. */
@NullMarked
package io.giza.record.hint;

import org.jspecify.annotations.NullMarked;
