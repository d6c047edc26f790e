/** The keys at which writers meet most. */
@NullMarked
package io.giza.gateway.contention;

import org.jspecify.annotations.NullMarked;
