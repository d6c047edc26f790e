/** In-memory services with the contract of the real ones, and a real gateway over them. */
@NullMarked
package io.giza.gateway.fake;

import org.jspecify.annotations.NullMarked;
