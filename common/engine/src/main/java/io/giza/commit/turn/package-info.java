/** How gateways whose writers meet at a row take turns. */
@NullMarked
package io.giza.commit.turn;

import org.jspecify.annotations.NullMarked;
