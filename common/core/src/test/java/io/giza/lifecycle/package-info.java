/** What expires when. */
@NullMarked
package io.giza.lifecycle;

import org.jspecify.annotations.NullMarked;
