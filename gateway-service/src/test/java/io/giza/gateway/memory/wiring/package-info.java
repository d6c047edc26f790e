@NullMarked
package io.giza.gateway.memory.wiring;

import org.jspecify.annotations.NullMarked;
