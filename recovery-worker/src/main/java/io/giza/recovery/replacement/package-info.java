/** Fills the empty store of a data center that took the place of a lost one. */
@NullMarked
package io.giza.recovery.replacement;

import org.jspecify.annotations.NullMarked;
