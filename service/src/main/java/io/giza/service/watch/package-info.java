/** How a process looks at something again and again while it runs. */
@NullMarked
package io.giza.service.watch;

import org.jspecify.annotations.NullMarked;
