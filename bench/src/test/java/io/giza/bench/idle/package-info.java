@NullMarked
package io.giza.bench.idle;

import org.jspecify.annotations.NullMarked;
