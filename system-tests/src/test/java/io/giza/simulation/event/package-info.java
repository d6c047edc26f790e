/** Webhooks are told of what was acknowledged, whoever dies meanwhile. */
@NullMarked
package io.giza.simulation.event;

import org.jspecify.annotations.NullMarked;
