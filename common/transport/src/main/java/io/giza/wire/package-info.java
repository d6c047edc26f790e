/** Every byte that crosses a process or reaches a disk. */
@NullMarked
package io.giza.wire;

import org.jspecify.annotations.NullMarked;
