@NullMarked
package io.giza.bench.filling;

import org.jspecify.annotations.NullMarked;
