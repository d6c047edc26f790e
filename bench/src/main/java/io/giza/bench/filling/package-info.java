/** Filling the tables of a stopped cluster with copies of a row. */
@NullMarked
package io.giza.bench.filling;

import org.jspecify.annotations.NullMarked;
