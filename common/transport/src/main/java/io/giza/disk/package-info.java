/** What it takes that a crash does not lose what was written, and what a failure of that means. */
@NullMarked
package io.giza.disk;

import org.jspecify.annotations.NullMarked;
