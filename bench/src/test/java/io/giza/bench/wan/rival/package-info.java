@NullMarked
package io.giza.bench.wan.rival;

import org.jspecify.annotations.NullMarked;
