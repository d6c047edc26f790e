/** How meters are made that have to be there before anything happens, or show distributions. */
@NullMarked
package io.giza.metrics;

import org.jspecify.annotations.NullMarked;
