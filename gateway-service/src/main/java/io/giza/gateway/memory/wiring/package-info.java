/** The configuration of what a gateway holds for its clients, and what is made of it. */
@NullMarked
package io.giza.gateway.memory.wiring;

import org.jspecify.annotations.NullMarked;
