/** Says of all rows and fragments whether they are what they should be, and changes nothing. */
@NullMarked
package io.giza.recovery.audit;

import org.jspecify.annotations.NullMarked;
