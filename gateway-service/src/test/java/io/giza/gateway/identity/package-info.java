/** Identity providers: their keys, their tokens, and forgers of both. */
@NullMarked
package io.giza.gateway.identity;

import org.jspecify.annotations.NullMarked;
