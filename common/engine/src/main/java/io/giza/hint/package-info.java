/** Hinted handoff: which writes data centers missed, until they are repaired. */
@NullMarked
package io.giza.hint;

import org.jspecify.annotations.NullMarked;
