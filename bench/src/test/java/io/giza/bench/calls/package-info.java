@NullMarked
package io.giza.bench.calls;

import org.jspecify.annotations.NullMarked;
