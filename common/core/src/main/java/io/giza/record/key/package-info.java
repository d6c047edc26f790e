/** The keys that data keys are wrapped with, as records. */
@NullMarked
package io.giza.record.key;

import org.jspecify.annotations.NullMarked;
