/**
 * Where bytes wait for slow clients: those that came of a body whose stripe is not whole yet, and
 * those that were read of an object and not taken yet.
 */
@NullMarked
package io.giza.gateway.spool;

import org.jspecify.annotations.NullMarked;
