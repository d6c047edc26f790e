/** Medians, latency percentiles and JSON of results. */
@NullMarked
package io.giza.bench.report;

import org.jspecify.annotations.NullMarked;
