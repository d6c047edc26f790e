/** Judges of recorded histories: was every answer one that a correct store could have given? */
@NullMarked
package io.giza.testkit.check;

import org.jspecify.annotations.NullMarked;
