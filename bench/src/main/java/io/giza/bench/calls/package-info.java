/** What a call between two services costs by itself. */
@NullMarked
package io.giza.bench.calls;

import org.jspecify.annotations.NullMarked;
