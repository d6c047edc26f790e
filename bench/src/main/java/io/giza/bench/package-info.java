/** The commands behind {@code ./giza bench}. */
@NullMarked
package io.giza.bench;

import org.jspecify.annotations.NullMarked;
