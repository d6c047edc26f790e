/** Writers that put the same key, with the default commit strategy and the paper's. */
@NullMarked
package io.giza.bench.contention;

import org.jspecify.annotations.NullMarked;
