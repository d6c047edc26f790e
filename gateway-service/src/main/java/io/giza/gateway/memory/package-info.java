/** The memory, and the disk, that a gateway holds for its clients. */
@NullMarked
package io.giza.gateway.memory;

import org.jspecify.annotations.NullMarked;
