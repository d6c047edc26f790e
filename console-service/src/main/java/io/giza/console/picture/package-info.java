/** The geometry of the pictures that templates draw. */
@NullMarked
package io.giza.console.picture;

import org.jspecify.annotations.NullMarked;
