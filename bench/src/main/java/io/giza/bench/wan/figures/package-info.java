/** The figures of the paper's evaluation, measured over a wide-area network within one machine. */
@NullMarked
package io.giza.bench.wan.figures;

import org.jspecify.annotations.NullMarked;
