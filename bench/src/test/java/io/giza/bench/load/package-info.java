@NullMarked
package io.giza.bench.load;

import org.jspecify.annotations.NullMarked;
