/** What the commands of the benchmarks share: reading sizes and refusing invalid options. */
@NullMarked
package io.giza.bench.cli;

import org.jspecify.annotations.NullMarked;
