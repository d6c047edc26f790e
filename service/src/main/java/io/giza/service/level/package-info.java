/** How a process keeps to the level whose formats the cluster writes. */
@NullMarked
package io.giza.service.level;

import org.jspecify.annotations.NullMarked;
