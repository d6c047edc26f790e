@NullMarked
package io.giza.bench.rivals;

import org.jspecify.annotations.NullMarked;
