@NullMarked
package io.giza.bench.wan.figures;

import org.jspecify.annotations.NullMarked;
