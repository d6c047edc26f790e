/** Telling webhooks what happened to objects, as the rows say. */
@NullMarked
package io.giza.gc.event;

import org.jspecify.annotations.NullMarked;
