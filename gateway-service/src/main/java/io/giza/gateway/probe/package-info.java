/** A small object that is written, read and deleted, to see what that waits for. */
@NullMarked
package io.giza.gateway.probe;

import org.jspecify.annotations.NullMarked;
